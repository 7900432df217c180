import type { PartnerConfig } from '../../config.ts';
import { AppError } from '../../http/errors.ts';
import { exchange } from './exchange.ts';

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
    const answer = await exchange(url + path, {
      method,
      timeoutMs,
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status } = answer;
    if (status >= 500 || status === 401 || status === 403) throw new Error(`status ${status}`);
    if (answer.body === undefined) throw new Error('no JSON');
    return { status, body: answer.body };
  } catch (error) {
    throw new AppError(1020, { system }, { cause: error });
  }
}
