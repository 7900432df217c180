import { type Account, Algorithms, type ClaimsData, decode, encode, parseCreds } from '@nats-io/jwt';
import { fromSeed } from '@nats-io/nkeys';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { ownJson } from '@wheelhouse/contract/object';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { NatsConfig, NatsKeys } from '../../config-broker.ts';
import type { LiveHub } from '../../db/live.ts';
import { credentialTopic } from '../credentials.ts';
import { connectionOf } from './connection.ts';
import type { NatsMetrics } from './metrics.ts';

/** Also what another process has overwritten, and nodes that were set up anew, is put right by then. */
const everyMs = 60_000;
const answerMs = 5_000;

interface Options {
  readonly pool: Pool;
  readonly live: LiveHub;
  readonly config: NatsConfig;
  readonly keys: NatsKeys;
  readonly log: Logger;
  readonly metrics: NatsMetrics;
}

/**
 * Keeps the account at the cluster in step with the passwords that are no longer good: the nodes refuse them, and end connections made with
 * them. The list is in the claims of the account, which every node holds, so the size of a message limits it to some ten thousand.
 */
export class Revocations {
  readonly #options: Options;
  readonly #timer: NodeJS.Timeout;
  readonly #offs: (() => void)[];
  #running: Promise<void> | undefined;
  #again = false;

  constructor(options: Options) {
    const { live } = options;
    this.#options = options;
    this.#timer = setInterval(() => this.run(), everyMs);
    this.#offs = [live.subscribe(credentialTopic, () => this.run()), live.onResync(() => this.run())];
    this.run();
  }

  /** Now, or once more after the run that is under way. */
  run(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#bring()
      .catch((error: unknown) =>
        this.#options.log.error({ err: error }, 'revoked passwords of devices not brought to the NATS cluster'),
      )
      .finally(() => {
        this.#running = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.run();
      });
  }

  async #bring(): Promise<void> {
    const { pool, config, keys, metrics } = this.#options;
    const { rows } = await pool.query<{ nats_key: string; at: number }>(
      'select nats_key, extract(epoch from revoke_time)::int as at from dev_nats_revocation',
    );
    metrics.revoked.set(rows.length);
    if (rows.length === 0) return metrics.notRevoked.set(0);
    metrics.notRevoked.set(rows.length);
    const { aid } = await parseCreds(config.credentials ?? Buffer.alloc(0));
    const nc = await connect(connectionOf({ ...config, user: undefined, credentials: keys.system }));
    try {
      const claims = await accountOf(nc, aid);
      const known = claims.nats.revocations ?? {};
      const missing = rows.filter(({ nats_key }) => known[nats_key] === undefined);
      metrics.notRevoked.set(missing.length);
      if (missing.length === 0) return;
      // A password is never used again, so it is revoked whenever it was made.
      const added = Object.fromEntries(missing.map(({ nats_key, at }) => [nats_key, at + 1]));
      await replaceAccount(nc, { ...claims, nats: { ...claims.nats, revocations: { ...known, ...added } } }, keys);
      metrics.notRevoked.set(0);
      this.#options.log.info({ passwords: missing.length }, 'passwords of devices revoked at the NATS cluster');
    } finally {
      await nc.close();
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const off of this.#offs) off();
    this.#again = false;
    await this.#running;
  }
}

/** @throws Error where the cluster does not know it */
async function accountOf(nc: NatsConnection, account: string): Promise<ClaimsData<Account>> {
  const answer = await nc.request(`$SYS.REQ.ACCOUNT.${account}.CLAIMS.LOOKUP`, '', { timeout: answerMs });
  return decode<Account>(answer.string());
}

/** @throws Error when the nodes refuse it, or when it has become larger than a message may be */
async function replaceAccount(nc: NatsConnection, claims: ClaimsData<Account>, { operator }: NatsKeys): Promise<void> {
  const signed = await encode(Algorithms.v2, claims, fromSeed(operator));
  const answer = await nc.request('$SYS.REQ.CLAIMS.UPDATE', signed, { timeout: answerMs });
  const { error } = ownJson<{ readonly error?: { readonly description: string } }>(answer.string());
  if (error) throw new Error(`the account was refused: ${error.description}`);
}
