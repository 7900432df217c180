import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Answered, post, signIn } from './http.ts';
import { patienceMs } from '../faults/process.ts';

const writersPerProcess = 2;
const pauseMs = 20;

interface Written {
  readonly missing: number;
  readonly twice: number;
  readonly unclear: readonly string[];
  /** Lines of the table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** People who write over HTTP without pause, each text once, and others who read a list. */
export class Writers {
  readonly #ports: readonly number[];
  readonly #password: string;
  readonly #acknowledged = new Set<string>();
  readonly #work: Promise<void>[] = [];
  readonly #waits: number[] = [];
  #token = '';
  #sent = 0;
  #refused = 0;
  #lists = 0;
  #listsRefused = 0;
  /** Answers that are neither a success nor a refusal that may be tried again. */
  readonly #unclear: string[] = [];
  #stopping = false;

  constructor(ports: readonly number[], password: string) {
    this.#ports = ports;
    this.#password = password;
  }

  async start(): Promise<void> {
    const [first = 0] = this.#ports;
    this.#token = await signIn(first, this.#password);
    for (const each of this.#ports) {
      for (let n = 0; n < writersPerProcess; n++) this.#work.push(this.#write(each));
      this.#work.push(this.#read(each));
    }
  }

  /** The next acknowledgement of something that is sent from now on, at every process. @throws Error when none comes */
  async again(): Promise<void> {
    const begun = Date.now();
    await sleep(500); // what was on its way
    const sent = this.#sent;
    const isNew = (text: string) => Number(text.split(' ')[1]) >= sent;
    for (;;) {
      const places = [...this.#acknowledged].filter(isNew).map((text) => text.split(' ')[0]);
      if (new Set(places).size === this.#ports.length) break;
      if (Date.now() - begun > patienceMs) throw new Error('nothing can be written over HTTP any more');
      await sleep(50);
    }
    this.#waits.push(Math.round((Date.now() - begun) / 100) / 10);
  }

  async #write(port: number): Promise<void> {
    const place = this.#ports.indexOf(port);
    for (; !this.#stopping; await sleep(pauseMs)) {
      const title = `p${place} ${this.#sent++}`;
      const answer = await post(
        port,
        '/cs/crm/quickReply/add',
        { title, content: 'Written while servers fail', shared: 0 },
        this.#token,
      ).catch((error: unknown) => this.#failed(error));
      if (answer === undefined) continue;
      if (answer.code === 0) this.#acknowledged.add(title);
      else this.#refuse(answer, () => this.#refused++);
    }
  }

  async #read(port: number): Promise<void> {
    for (; !this.#stopping; await sleep(5 * pauseMs)) {
      const answer = await post(port, '/cs/crm/quickReply/list', { page: 1, pageSize: 20 }, this.#token).catch(
        (error: unknown) => this.#failed(error),
      );
      if (answer === undefined) continue;
      if (answer.code === 0) this.#lists++;
      else this.#refuse(answer, () => this.#listsRefused++);
    }
  }

  /** While the database is away: 503 with a message. */
  #refuse(answer: Answered, count: () => void): void {
    const isClear = answer.status === 503 && typeof answer.message === 'string' && answer.message !== '';
    if (isClear) count();
    else this.#unclear.push(`${answer.status} ${String(answer.code)} ${String(answer.message)}`);
  }

  #failed(error: unknown): undefined {
    this.#unclear.push(error instanceof Error ? error.message : String(error));
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#work);
  }

  /** What was acknowledged against what is stored; `unclear` are answers that nobody can make anything of. */
  async compare(pool: pg.Pool): Promise<Written> {
    await this.stop();
    const { rows } = await pool.query<{ title: string; n: number }>(
      'select title, count(*)::int as n from cs_quick_reply group by 1',
    );
    const stored = new Map(rows.map(({ title, n }) => [title, n]));
    const missing = [...this.#acknowledged].filter((title) => !stored.has(title)).length;
    const twice = rows.filter(({ n }) => n > 1).length;
    return {
      missing,
      twice,
      unclear: [...new Set(this.#unclear)].map((answer) => `unclear answer: ${answer}`),
      rows: {
        'writes over HTTP, sent': this.#sent,
        'writes over HTTP, acknowledged': this.#acknowledged.size,
        'writes over HTTP, stored': stored.size,
        'writes over HTTP, missing': missing,
        'writes over HTTP, twice': twice,
        'writes over HTTP, refused with 503': this.#refused,
        'written over HTTP again after, s (longest)': Math.max(0, ...this.#waits),
        'lists answered': this.#lists,
        'lists refused with 503': this.#listsRefused,
      },
    };
  }
}
