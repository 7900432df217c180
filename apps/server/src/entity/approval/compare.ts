import { listedText, type Text } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { labelOf } from '@wheelhouse/entities/registry';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/errors.ts';
import type { WireRow } from '../read.ts';
import { asKept, canonical, contentsOf, countMembers, latestSteps, type Approval } from './keep.ts';
import { rulesOf, type ReviewRules } from './rules.ts';

/** Something that is not as it was approved. */
export interface Change {
  /** Of a field or an input of the declaration; `list`: whom it reaches. */
  readonly name: string;
  readonly label: Text;
  readonly was: unknown;
  readonly now: unknown;
}

/** Who may come in addition before somebody looks again: a tenth, or five where that is more. They are not reached all the same. */
const spareOf = (approved: number): number => Math.max(5, Math.floor(approved / 10));

function labelFor(entity: EntityDef, { inputs = {} }: ReviewRules, name: string): Text {
  return inputs[name]?.label ?? labelOf(entity, name);
}

/** What differs between two contents; what only one of them knows is not compared: another release wrote it. */
export function differences(entity: EntityDef, was: Row, now: Row, row: WireRow): Change[] {
  const rules = rulesOf(entity);
  return Object.entries(now).flatMap(([name, value]) => {
    if (!(name in was)) return [];
    const [before, after] = [was[name], asKept(value)];
    if (canonical(before) === canonical(after) || rules.allows?.[name]?.(was, now, row) === true) return [];
    return [{ name, label: labelFor(entity, rules, name), was: before, now: after }];
  });
}

async function listChange(tx: Tx, entity: EntityDef, row: WireRow, approval: Approval): Promise<readonly Change[]> {
  const { list } = rulesOf(entity);
  const { list: counted } = approval.numbers;
  const approved = approval.listed ?? counted;
  const members = approved === undefined ? undefined : await list?.members(tx, row);
  if (list === undefined || approved === undefined || members === undefined) return [];
  const count = () => countMembers(tx, members, approval);
  const { all, others } = await (list.within?.(tx, count) ?? count());
  // As it is handed in nobody is fixed yet, and the number alone is compared.
  const more = approval.listed !== null ? others : all - approved;
  return more > spareOf(approved) ? [{ name: 'list', label: list.label, was: approved, now: all }] : [];
}

interface Compared {
  readonly approval: Approval | undefined;
  readonly content: Row;
  readonly changes: readonly Change[];
}

/** Compares records with a step of their review. */
export async function compare(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
  steps: readonly Approval['step'][],
): Promise<ReadonlyMap<string, Compared>> {
  const approvals = await latestSteps(
    tx,
    entity,
    rows.map(({ id }) => id),
    steps,
  );
  const contents = await contentsOf(tx, entity, rows);
  const compared = new Map<string, Compared>();
  for (const row of rows) {
    const [approval, content = {}] = [approvals.get(row.id), contents.get(row.id)];
    const was = approval?.content ?? undefined;
    const own = was === undefined ? [] : differences(entity, was, content, row);
    // Whom another content reaches says nothing about the approved one.
    const changes =
      approval === undefined || was === undefined || own.length > 0 ? own : await listChange(tx, entity, row, approval);
    compared.set(row.id, { approval, content, changes });
  }
  return compared;
}

/** Names what differs, with numbers where that says more. */
export function wordsOf(changes: readonly Change[]): Text {
  const word = ({ label, was, now }: Change): Text =>
    typeof was === 'number' && typeof now === 'number'
      ? { zh: `${label.zh}（${was} → ${now}）`, en: `${label.en} (${was} → ${now})` }
      : label;
  return listedText(changes.map(word));
}

/** Refusal of what is not as it was approved, or (1024) not as it was handed in. */
export const changedRefusal = (changes: readonly Change[], code: 1023 | 1024 = 1023): AppError =>
  new AppError(code, { changes: wordsOf(changes) });

/** The one comparison before anything approved takes effect. @returns why each record may not; those that may are not in it */
export async function notApproved(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
): Promise<ReadonlyMap<string, { readonly refusal: AppError; readonly changes: readonly Change[] }>> {
  const { isReviewed = () => true } = rulesOf(entity);
  const compared = await compare(tx, entity, rows.filter(isReviewed), ['approved', 'waived']);
  return new Map(
    [...compared].flatMap(([id, { approval, changes }]) => {
      if (approval === undefined) return [[id, { refusal: new AppError(1025), changes: [] }]] as const;
      return changes.length > 0 ? ([[id, { refusal: changedRefusal(changes), changes }]] as const) : [];
    }),
  );
}
