import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Entries of the dictionary that callers add: pages hear of each. */
const category = 'ClusterLoad';
/** What one caller asks, turn by turn: two reads and a write. */
const calls = ['read', 'list', 'write'] as const;
type Kind = (typeof calls)[number];

interface Ask {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** What the requests of all callers came to. */
export interface CallCounts {
  readonly requests: number;
  readonly failed: number;
  /** Writes that were answered as done. */
  readonly written: number;
}

/**
 * People at the console who never stop: each on one connection that is kept alive, the next request right after the answer. Every failure
 * counts: no answer, another status than 200, a refusal.
 */
export class Callers {
  readonly #port: number;
  readonly #token: string;
  readonly #pauseMs: number;
  readonly #loops: Promise<void>[] = [];
  readonly #written = new Set<string>();
  readonly #failures = new Map<string, number>();
  /** Codes of two runs on one database differ. */
  readonly #run = randomUUID().slice(0, 4);
  #requests = 0;
  #stopping = false;
  /** Times of the answers that were as they should be, ms since epoch. */
  readonly answers: number[] = [];

  constructor(port: number, token: string, { pauseMs }: { readonly pauseMs: number }) {
    this.#port = port;
    this.#token = token;
    this.#pauseMs = pauseMs;
  }

  start(callers: number): void {
    for (let n = 0; n < callers; n++) this.#loops.push(this.#work(n));
  }

  get counts(): CallCounts {
    const failed = [...this.#failures.values()].reduce((sum, count) => sum + count, 0);
    return { requests: this.#requests, failed, written: this.#written.size };
  }

  /** How often requests failed, by what was asked and what came of it. */
  get failures(): ReadonlyMap<string, number> {
    return this.#failures;
  }

  async #work(caller: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; !this.#stopping; n++) {
      const kind = calls[n % calls.length] ?? 'read';
      const code = `${this.#run}-${caller}-${n}`;
      this.#requests++;
      const failure = await this.#ask(agent, askOf(kind, code)).then(failureOf, (error: unknown) => String(error));
      if (failure === undefined) {
        this.answers.push(Date.now());
        if (kind === 'write') this.#written.add(code);
      } else this.#failures.set(`${kind}: ${failure}`, (this.#failures.get(`${kind}: ${failure}`) ?? 0) + 1);
      await sleep(this.#pauseMs);
    }
    agent.destroy();
  }

  async #ask(agent: Agent, { method, path, body }: Ask): Promise<Answered> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' };
    const outgoing = request({ port: this.#port, host: '127.0.0.1', method, path, agent, headers, timeout: 30_000 });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in 30 s')));
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, text: (await answer.toArray()).join('') };
  }

  /** Asks nothing new, and waits for the answers. @returns writes that were answered as done and are not stored once */
  async finish(pool: pg.Pool): Promise<{ readonly lost: number; readonly twice: number }> {
    this.#stopping = true;
    await Promise.all(this.#loops);
    const { rows } = await pool.query<{ code: string; n: number }>(
      'select code, count(*)::int as n from sys_item_code where category = $1 group by 1',
      [category],
    );
    const stored = new Set(rows.map(({ code }) => code));
    return {
      lost: [...this.#written].filter((code) => !stored.has(code)).length,
      twice: rows.filter(({ n }) => n > 1).length,
    };
  }
}

function askOf(kind: Kind, code: string): Ask {
  if (kind === 'read') return { method: 'GET', path: '/system/crm/sysUser/myInfo' };
  if (kind === 'list')
    return { method: 'POST', path: '/data/crm/itemCode/list', body: { pageSize: 20, query: { category } } };
  const entry = { category, categoryDesc: category, code, name: code, nameEn: code, sort: 1 };
  return { method: 'POST', path: '/data/crm/itemCode/add', body: entry };
}

/** Undefined: it is as it should be. */
function failureOf({ status, text }: Answered): string | undefined {
  return status === 200 && text.startsWith('{"code":0,') ? undefined : `${status} ${text.slice(0, 120)}`;
}
