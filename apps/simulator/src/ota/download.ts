import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc16, crc16Start, crc16Text } from '@wheelhouse/contract/crc16';
import { firmwareHeadBytes } from '@wheelhouse/contract/firmware';
import { clamp, type Random } from '../random.ts';
import { OtaFailure } from './failure.ts';

/** A mobile network at the edge of a city. */
export interface Network {
  readonly bytesPerSecond: number;
  /** Chance that a request loses its connection before its last byte. */
  readonly breakChance: number;
  /** Milliseconds before the second attempt; twice as long before each further one. */
  readonly pauseMs: number;
}

export const usualNetwork: Network = { bytesPerSecond: 160 * 1024, breakChance: 0.04, pauseMs: 2_000 };
const longestPauseMs = 60_000;
const mostAttempts = 6;
const [leastRange, mostRange, ranges] = [16 * 1024, 256 * 1024, 16];
const timeoutMs = 30_000;

export interface Downloaded {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  readonly md5: string;
  /** CRC-16/MODBUS. */
  readonly crc16: string;
  /** The beginning of the file. */
  readonly head: Buffer;
}

export interface DownloadOptions {
  readonly size: number;
  readonly network: Network;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly progress: (bytes: number) => void;
  /** A new address, when the one given is over; undefined: there is none. */
  readonly renew: () => Promise<string | undefined>;
  /** From this byte on nothing arrives any more. */
  readonly endsAt?: number;
  /** A byte that the memory gets wrong. */
  readonly spoils?: number;
}

/** A download that goes on at the byte where it was broken off. */
export class Download {
  readonly #options: DownloadOptions;
  #url: string;
  #at = 0;
  readonly #hash = createHash('sha256');
  readonly #md5 = createHash('md5');
  #crc16 = crc16Start;
  readonly #head = Buffer.alloc(firmwareHeadBytes);
  #renewed = false;

  constructor(url: string, options: DownloadOptions) {
    this.#url = url;
    this.#options = options;
  }

  /** @throws OtaFailure E02 more bytes than announced, E05 the network, E99 the package is withdrawn */
  async run(): Promise<Downloaded> {
    const { size, signal, network, progress } = this.#options;
    let attempts = 0;
    while (this.#at < size) {
      const before = this.#at;
      await this.#piece();
      signal.throwIfAborted();
      if (this.#at > before) {
        attempts = 0;
        progress(this.#at);
        continue;
      }
      attempts++;
      if (attempts >= mostAttempts) throw new OtaFailure('E05', 'network');
      await sleep(Math.min(longestPauseMs, network.pauseMs * 2 ** (attempts - 1)), undefined, { signal });
    }
    const head = this.#head.subarray(0, Math.min(size, firmwareHeadBytes));
    return {
      bytes: this.#at,
      sha256: this.#hash.digest('hex'),
      md5: this.#md5.digest('hex'),
      crc16: crc16Text(this.#crc16),
      head,
    };
  }

  /** One request; a failure of the network leaves what has arrived, and nothing more. @throws OtaFailure */
  async #piece(): Promise<void> {
    const { size, signal, network, random, endsAt = Infinity } = this.#options;
    if (this.#at >= endsAt) return;
    const length = Math.min(clamp(Math.ceil(size / ranges), leastRange, mostRange), size - this.#at);
    const last = this.#at + length - 1;
    const until = random.chance(network.breakChance) ? random.int(this.#at, last) : last + 1;
    const cut = new AbortController();
    try {
      const response = await fetch(this.#url, {
        headers: { range: `bytes=${this.#at}-${last}` },
        signal: AbortSignal.any([signal, cut.signal, AbortSignal.timeout(timeoutMs)]),
      });
      await this.#judge(response);
      if (response.status === 206) await this.#take(response, Math.min(until, endsAt));
    } catch (error) {
      if (error instanceof OtaFailure) throw error;
      // The connection broke: on with the next attempt, unless the vehicle is switched off.
    } finally {
      cut.abort();
    }
  }

  /** @throws OtaFailure when no further attempt will help */
  async #judge(response: Response): Promise<void> {
    const { status, headers } = response;
    if (status === 206) {
      const [, from, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
      if (Number(from) !== this.#at) throw new OtaFailure('E02', 'another range');
      if (Number(total) !== this.#options.size) throw new OtaFailure('E02', 'another size');
      return;
    }
    await response.body?.cancel();
    if (status === 429 || status >= 500) return;
    if (status !== 403) throw new OtaFailure('E99', status === 410 ? 'withdrawn' : `download answered ${status}`);
    // Addresses are good for two hours; a vehicle without signal takes longer.
    const url = this.#renewed ? undefined : await this.#options.renew();
    if (url === undefined) throw new OtaFailure('E05', 'address is over');
    this.#renewed = true;
    this.#url = url;
  }

  async #take(response: Response, until: number): Promise<void> {
    const { network, signal, size, spoils } = this.#options;
    for await (const arrived of response.body ?? []) {
      const bytes = Buffer.from(arrived).subarray(0, Math.max(0, until - this.#at));
      if (this.#at + bytes.length > size) throw new OtaFailure('E02', 'more bytes than announced');
      if (spoils !== undefined && spoils >= this.#at && spoils < this.#at + bytes.length)
        bytes.writeUInt8(bytes.readUInt8(spoils - this.#at) ^ 0xff, spoils - this.#at);
      if (this.#at < firmwareHeadBytes) bytes.copy(this.#head, this.#at);
      this.#hash.update(bytes);
      this.#md5.update(bytes);
      this.#crc16 = crc16(bytes, this.#crc16);
      this.#at += bytes.length;
      this.#renewed = false;
      if (this.#at >= until) return;
      await sleep((bytes.length / network.bytesPerSecond) * 1000, undefined, { signal });
    }
  }
}
