import { setTimeout as sleep } from 'node:timers/promises';
import { recordOf } from '@wheelhouse/contract/object';
import { pngOf } from '../../../apps/server/test/support/media.ts';
import { post, signIn } from '../http.ts';

const pauseMs = 250;

/** The console's way to the platform. */
export class Console {
  readonly #port: number;
  #token = '';

  constructor(port: number) {
    this.#port = port;
  }

  async signIn(password: string): Promise<void> {
    this.#token = await signIn(this.#port, password);
  }

  /** @throws Error for everything but an answer with code 0 */
  async call(path: string, body: object | FormData): Promise<unknown> {
    const { code, message, data } = await post(this.#port, path, body, this.#token);
    if (code !== 0) throw new Error(`${path}: ${String(code)} ${String(message)}`);
    return data;
  }

  /** @returns the id of the kept picture */
  async upload(picture: Uint8Array<ArrayBuffer>): Promise<string> {
    const form = new FormData();
    form.set('biz', 'image');
    form.set('file', new Blob([picture], { type: 'image/png' }), 'cover.png');
    return String(recordOf(await this.call('/data/crm/upload/single', form))['fileId']);
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
