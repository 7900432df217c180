import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { pngOf } from '../../../apps/server/test/support/media.ts';

/** Requests wait for an answer so long. */
const patienceMs = 20_000;
const pauseMs = 250;

interface Envelope<Data> {
  readonly code: number;
  readonly message: string;
  readonly data: Data;
}

/** The console's way to the platform. */
export class Console {
  readonly #base: string;
  #token: string | undefined;

  constructor(port: number) {
    this.#base = `http://127.0.0.1:${port}`;
  }

  async signIn(password: string): Promise<void> {
    this.#token = undefined;
    const hash = createHash('md5').update(password).digest('hex').toUpperCase();
    const { accessToken } = await this.call<{ accessToken: string }>('/system/crm/sysUser/ssoLogin', {
      username: 'admin',
      password: hash,
    });
    this.#token = accessToken;
  }

  /** @throws Error for everything but an answer with code 0 */
  async call<Data>(path: string, body: unknown): Promise<Data> {
    return this.#answer<Data>(path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  /** @returns the id of the kept picture */
  async upload(picture: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData();
    form.set('biz', 'image');
    form.set('file', new Blob([picture], { type: 'image/png' }), 'cover.png');
    return (await this.#answer<{ fileId: string }>('/data/crm/upload/single', form, {})).fileId;
  }

  async #answer<Data>(path: string, body: string | FormData, headers: Readonly<Record<string, string>>): Promise<Data> {
    const response = await fetch(`${this.#base}${path}`, {
      method: 'POST',
      body,
      headers: { ...headers, ...(this.#token !== undefined && { authorization: `Bearer ${this.#token}` }) },
      signal: AbortSignal.timeout(patienceMs),
    });
    const { code, message, data } = (await response.json()) as Envelope<Data>;
    if (code !== 0) throw new Error(`${path}: ${code} ${message}`);
    return data;
  }
}

/** People who never stop: each uploads a picture and adds a vehicle series that shows it. */
export class Writers {
  readonly #console: Console;
  readonly #picture = new Uint8Array(pngOf(750, 420));
  #loops: Promise<void>[] = [];
  #next = 0;
  #stopping = false;
  /** Codes of the series that were acknowledged. */
  readonly acked = new Set<string>();

  constructor(console: Console) {
    this.#console = console;
  }

  /** Series that were begun, acknowledged or not: the next one has this number. */
  get begun(): number {
    return this.#next;
  }

  start(writers: number): void {
    this.#stopping = false;
    this.#loops = Array.from({ length: writers }, () => this.#work());
  }

  /** Waits for what is under way, answered or not. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops);
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      await this.write().catch(() => undefined);
      await sleep(pauseMs);
    }
  }

  /** One upload and its record. @returns the record's code */
  async write(): Promise<string> {
    const code = codeOf(this.#next++);
    const coverImage = await this.#console.upload(this.#picture);
    const names = { name: `车系${code}`, nameEn: `Series ${code}` };
    await this.#console.call('/veh/crm/vehicleSeries/add', { seriesCode: code, ...names, brand: '1', coverImage });
    this.acked.add(code);
    return code;
  }
}

export const codeOf = (n: number): string => `B${String(n).padStart(6, '0')}`;
