import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import type { Call } from '../../src/http/call.ts';
import { isTraced } from '../../src/http/trace.ts';
import type { TestApp } from '../support/app.ts';
import { bodies, files, onePartEach, type JunkFile } from './inputs.ts';
import { newPerson, signed, type World } from './world.ts';

/** What became of the inputs of a group of calls. */
interface Tally {
  inputs: number;
  refused: number;
  accepted: number;
  '5xx': number;
  'traces missing': number;
}

interface FuzzResult {
  readonly groups: Readonly<Record<string, Tally>>;
  /** What went wrong, with the input: at most twenty of them. */
  readonly failures: readonly string[];
}

interface FuzzOptions {
  readonly calls: readonly Call[];
  readonly inputs: number;
  readonly seed: number;
}

/** Not refusals of the call: they leave no trace. */
const silent = new Set([1102, 1105, 1108]);
/** Inputs between two looks for their traces. */
const lookEvery = 500;
/** Calls at work at a time. */
const atOnce = 3;

const groupOf = ({ path }: Call): string => path.split('/').slice(1, 4).join('/');

/** A body of parts: fields, and a file of any name and content. */
function multipart(fields: unknown, { name, content }: JunkFile): { payload: Buffer; type: string } {
  const boundary = 'junk';
  const parts = Object.entries(typeof fields === 'object' && fields !== null ? fields : {}).map(
    ([key, one]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${key.replaceAll(/[^\w]/g, '_')}"\r\n\r\n${String(JSON.stringify(one))}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(parts.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

export class Fuzzer {
  readonly #t: TestApp;
  readonly #world: World;
  readonly #groups: Record<string, Tally> = {};
  readonly #failures: string[] = [];
  /** Requests whose traces are still to be looked for. */
  #waiting = new Map<string, { call: Call; given: unknown; code: number }>();
  #turn = 0;

  constructor(t: TestApp, world: World) {
    this.#t = t;
    this.#world = world;
  }

  /** Sends inputs to the calls, shared out evenly: half of them with one hostile part each, half made up. */
  async run({ calls, inputs, seed }: FuzzOptions): Promise<FuzzResult> {
    const each = Math.max(2, Math.ceil(inputs / calls.length));
    const queue = calls.map((call, at) => ({ call, seed: seed + at }));
    const work = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await this.#tryCall(next, each);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await this.#lookForTraces();
    return { groups: this.#groups, failures: this.#failures };
  }

  async #tryCall({ call, seed }: { call: Call; seed: number }, count: number): Promise<void> {
    const systematic = onePartEach(call, this.#world, Math.ceil(count / 2));
    const rest = count - systematic.length;
    const random = fc.sample(bodies(call, this.#world), { numRuns: rest, seed });
    const junk = fc.sample(files, { numRuns: count, seed });
    for (const [at, given] of [...systematic, ...random].entries()) {
      const file = junk[at % junk.length];
      if (file) await this.#try(call, given, file);
      if (this.#waiting.size >= lookEvery) await this.#lookForTraces();
    }
  }

  async #try(call: Call, given: unknown, file: JunkFile): Promise<void> {
    const person = this.#world.people[this.#turn++ % this.#world.people.length];
    if (!person) throw new Error('nobody to ask');
    const requestId = randomUUID();
    const answer = await this.#send(call, given, file, requestId, person.token);
    const tally = (this.#groups[groupOf(call)] ??= {
      inputs: 0,
      refused: 0,
      accepted: 0,
      '5xx': 0,
      'traces missing': 0,
    });
    tally.inputs++;
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const code = isJson ? answer.json<{ code: number }>().code : 0;
    if (answer.statusCode >= 500) {
      tally['5xx']++;
      this.#fail(call, given, `answered ${answer.statusCode}`);
    } else if (code === 0) tally.accepted++;
    else tally.refused++;
    if (typeof code !== 'number') this.#fail(call, given, `answered without a code: ${answer.body.slice(0, 100)}`);
    // Nothing but the storage is read, whatever a name says.
    if (answer.body.includes(this.#world.secret) || answer.body.includes('root:x:0'))
      this.#fail(call, given, 'answered with a file of the server');
    if (call.access === 'public') return;
    // Sessions and accounts are records too: an input may have ended the sender's.
    if (answer.statusCode === 401) return void Object.assign(person, await newPerson(this.#t));
    this.#waiting.set(requestId, { call, given, code });
  }

  async #send(
    call: Call,
    given: unknown,
    file: JunkFile,
    requestId: string,
    token: string,
  ): Promise<LightMyRequestResponse> {
    const headers: Record<string, string> = { 'x-request-id': requestId };
    headers['authorization'] = `Bearer ${call.proof?.scheme === 'app' ? this.#world.appToken : token}`;
    const words = String(JSON.stringify(given)).slice(0, 60).toWellFormed();
    const place = call.path.includes('/rest/') ? 'vehicleSeries' : encodeURIComponent(words);
    const url = call.path.replaceAll(/:\w+/g, place);
    if (call.upload !== undefined) {
      const { payload, type } = multipart(given, file);
      return this.#t.http.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': type } });
    }
    if (call.method === 'POST') {
      const payload = JSON.stringify(given) ?? '';
      const device = this.#world.devices[this.#turn % this.#world.devices.length];
      const proof = call.proof?.scheme === 'device' && device ? signed(device, payload) : {};
      return this.#t.http.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...headers, ...proof, 'content-type': 'application/json' },
      });
    }
    const query = Object.entries(typeof given === 'object' && given !== null ? given : {}).map(
      ([name, one]): [string, string] => [
        name.toWellFormed(),
        (typeof one === 'string' ? one : String(JSON.stringify(one))).toWellFormed().slice(0, 5_000),
      ],
    );
    return this.#t.http.inject({ method: 'GET', url: `${url}?${new URLSearchParams(query).toString()}`, headers });
  }

  #fail(call: Call, given: unknown, what: string): void {
    const text = String(JSON.stringify(given)).slice(0, 300);
    if (this.#failures.length < 20)
      this.#failures.push(`${call.path} ${what}\n  ${text}\n  ${this.#t.errors.at(-1) ?? ''}`);
  }

  /** Whoever was refused, and whatever was done, is in the operation log by the number of its request. */
  async #lookForTraces(): Promise<void> {
    const asked = this.#waiting;
    this.#waiting = new Map();
    const { rows } = await this.#t.app.pool.query<{ id: string }>(
      `select request_id as id from sys_operation_log where request_id = any($1)
       union all select request_id from sys_sensitive_access_log where request_id = any($1)`,
      [[...asked.keys()]],
    );
    const there = new Set(rows.map(({ id }) => id));
    for (const [requestId, { call, given, code }] of asked) {
      const wanted = isTraced(call) && !silent.has(code) && (code !== 0 || call.access !== 'login' || call.traced);
      if (!wanted || there.has(requestId)) continue;
      const tally = this.#groups[groupOf(call)];
      if (tally) tally['traces missing']++;
      this.#fail(call, given, `left no trace of ${code}`);
    }
  }
}
