import type { PartnerConfig } from '../../config.ts';
import { AppError } from '../../http/errors.ts';

/** What a partner's system answered. */
export interface PartnerAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface Options {
  /** Name people know it by, for the refusal. */
  readonly system: string;
  readonly timeoutMs: number;
  readonly method?: 'GET' | 'POST';
  readonly body?: object;
}

/**
 * Asks a partner's system.
 * @throws AppError 1020 when it does not answer in time, cannot be reached, fails (5xx), refuses our key, or answers no JSON
 */
export async function askPartner(
  { url, authorization }: PartnerConfig,
  path: string,
  { system, timeoutMs, method = 'GET', body }: Options,
): Promise<PartnerAnswer> {
  try {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status >= 500 || response.status === 401 || response.status === 403)
      throw new Error(`status ${response.status}`);
    return { status: response.status, body: await response.json() };
  } catch (error) {
    throw new AppError(1020, { system }, { cause: error });
  }
}
