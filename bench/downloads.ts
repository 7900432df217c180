import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

interface Target {
  readonly port: number;
  readonly path: string;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes that a client asks for at once. */
  readonly range: number;
}

export interface Downloaded {
  readonly bytes: number;
  readonly ranges: number;
  /** Milliseconds of one range, from the request to its last byte. */
  readonly times: readonly number[];
  /** Answers that are not the range that was asked for. */
  readonly failed: number;
  readonly seconds: number;
}

interface Tally {
  bytes: number;
  ranges: number;
  failed: number;
  readonly times: number[];
}

const endOfHead = Buffer.from('\r\n\r\n');

/**
 * A vehicle that downloads range after range over one connection, from a place of its own on, and begins again at the end of the file. It reads
 * the head of each answer and counts its body, and does nothing else: what is measured is the server.
 */
class Client {
  readonly #target: Target;
  readonly #tally: Tally;
  readonly #socket: Socket;
  #at: number;
  #begun = 0;
  /** Bytes of the body that are still to come; undefined: the head is. */
  #left: number | undefined;
  #head: Buffer = Buffer.alloc(0);

  constructor(target: Target, tally: Tally, place: number) {
    this.#target = target;
    this.#tally = tally;
    this.#at = Math.floor((place * target.size) / target.range) * target.range;
    this.#socket = connect(target.port, '127.0.0.1', () => this.#ask());
    this.#socket.on('data', (data) => this.#take(data));
    this.#socket.on('error', () => tally.failed++);
  }

  end(): void {
    this.#socket.removeAllListeners('data').destroy();
  }

  #ask(): void {
    const { path, size, range } = this.#target;
    if (this.#at >= size) this.#at = 0;
    this.#begun = performance.now();
    const last = Math.min(this.#at + range, size) - 1;
    this.#socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=${this.#at}-${last}\r\n\r\n`);
  }

  #take(data: Buffer): void {
    let body = data;
    if (this.#left === undefined) {
      this.#head = this.#head.length === 0 ? data : Buffer.concat([this.#head, data]);
      const end = this.#head.indexOf(endOfHead);
      if (end < 0) return;
      this.#left = this.#lengthOf(this.#head.toString('latin1', 0, end));
      body = this.#head.subarray(end + endOfHead.length);
      this.#head = Buffer.alloc(0);
    }
    this.#left -= body.length;
    this.#tally.bytes += body.length;
    if (this.#left > 0) return;
    this.#left = undefined;
    this.#tally.ranges++;
    this.#tally.times.push(performance.now() - this.#begun);
    this.#at += this.#target.range;
    this.#ask();
  }

  #lengthOf(head: string): number {
    const { size, range } = this.#target;
    const wanted = `bytes ${this.#at}-${Math.min(this.#at + range, size) - 1}/${size}`;
    if (!head.startsWith('HTTP/1.1 206') || !head.toLowerCase().includes(`content-range: ${wanted}`))
      this.#tally.failed++;
    return Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  }
}

/** Lets `clients` download at once for some seconds; what is counted begins when all are under way. */
export async function download(target: Target, clients: number, seconds: number): Promise<Downloaded> {
  const tally: Tally = { bytes: 0, ranges: 0, failed: 0, times: [] };
  const all = Array.from({ length: clients }, (_, n) => new Client(target, tally, n / clients));
  const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));
  while (tally.ranges < clients && tally.failed === 0) await wait(50);
  const before = { ...tally, known: tally.times.length };
  const begun = performance.now();
  await wait(seconds * 1000);
  const took = (performance.now() - begun) / 1000;
  const result = {
    bytes: tally.bytes - before.bytes,
    ranges: tally.ranges - before.ranges,
    times: tally.times.slice(before.known),
    failed: tally.failed,
    seconds: took,
  };
  for (const one of all) one.end();
  await wait(300);
  return result;
}
