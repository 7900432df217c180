import { AppError } from '../http/errors.ts';
import type { Judged, Refuses } from './hooks.ts';

/** What a check gives or throws as its refusal. */
export async function refusalOf(check: () => unknown): Promise<AppError | undefined> {
  try {
    const given = await check();
    return given instanceof AppError ? given : undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Rows that are judged one by one. @param check gives or throws the refusal of a row */
export const each =
  <Stored extends { readonly id: string }>(check: (row: Stored, judged: Judged<Stored>) => unknown): Refuses<Stored> =>
  async (judged) => {
    const refusals = new Map<string, AppError>();
    for (const row of judged.rows) {
      const refusal = await refusalOf(() => check(row, judged));
      if (refusal !== undefined) refusals.set(row.id, refusal);
    }
    return refusals;
  };
