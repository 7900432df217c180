import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { readOnlyState, sqlState } from './pool.ts';
import { NoPrimaryError, Servers } from './servers.ts';

const networkFailures = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
const connectionFailures =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** Connection-level failures and timeouts, and a primary that is none any more: the database is away, the work may be tried again. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) return /^(08|53|57)/.test(state) || state === '25P03' || state === readOnlyState;
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPrimaryError) return true;
  if ('code' in error && networkFailures.test(String(error.code))) return true;
  return connectionFailures.test(error.message);
}

/** Times, one a second, that a start looks for a database that is away. */
const patience = 60;

/** Waits for a database that starts, recovers or fails over. @throws the last failure after a minute, any other one at once */
export async function awaitDatabase(url: string, log: Logger): Promise<void> {
  const servers = new Servers(url);
  for (let second = 0; ; await sleep(1_000), second++) {
    const client = servers.client({ connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined); // the next attempt says more
    try {
      await client.connect();
      return;
    } catch (error) {
      if (!isUnavailable(error) || second >= patience) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (second % 10 === 0) log.warn({ reason }, 'waiting for the database');
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
