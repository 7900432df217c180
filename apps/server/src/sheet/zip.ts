import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

/** Takes the bytes of a file in order. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

/** Everything written so far. */
export function memorySink(): { sink: Sink; bytes: () => Buffer } {
  const parts: Uint8Array[] = [];
  return {
    sink: async (bytes) => void parts.push(bytes),
    bytes: () => Buffer.concat(parts),
  };
}

/** A new file that nobody else may read; `close` before it is used. @throws when the file exists */
export async function fileSink(path: string): Promise<{ sink: Sink; close: () => Promise<void> }> {
  const file = await open(path, 'wx', 0o600);
  return { sink: async (bytes) => void (await file.write(bytes)), close: () => file.close() };
}

/** Deflated, sizes after the data: what a writer that cannot go back must say. */
const version = 20;
const sizesAfter = 0x0008;
const utf8Name = 0x0800;
const deflated = 8;
/** 1980-01-01: archives of equal content are equal. */
const dosDate = 0x0021;

interface Entry {
  readonly name: Buffer;
  readonly flags: number;
  readonly offset: number;
  crc: number;
  size: number;
  packed: number;
}

function header(signature: number, entry: Entry, central: boolean): Buffer {
  const head = Buffer.alloc(central ? 46 : 30);
  head.writeUInt32LE(signature, 0);
  let at = 4;
  const word = (value: number) => (at = head.writeUInt16LE(value, at));
  if (central) word(version);
  for (const value of [version, entry.flags, deflated, 0, dosDate]) word(value);
  for (const value of [entry.crc, entry.packed, entry.size]) at = head.writeUInt32LE(central ? value : 0, at);
  word(entry.name.length);
  if (central) head.writeUInt32LE(entry.offset, 42);
  return Buffer.concat([head, entry.name]);
}

/** One file of the archive while it is written. */
export interface ZipEntry {
  /** Resolves when more may be written: the compressor sets the pace. */
  write(content: string | Buffer): Promise<void>;
  end(): Promise<void>;
}

/** Writes a zip archive front to back. One entry at a time; compression runs in the thread pool. Archives stay below 4 GiB. */
export class ZipWriter {
  readonly #sink: Sink;
  readonly #entries: Entry[] = [];
  #offset = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#sink(bytes);
  }

  /** Starts a file. The one before must have ended. @param name bytes: in a charset that the archive does not tell */
  async entry(name: string | Buffer): Promise<ZipEntry> {
    const flags = sizesAfter | (typeof name === 'string' ? utf8Name : 0);
    const entry: Entry = { name: Buffer.from(name), flags, offset: this.#offset, crc: 0, size: 0, packed: 0 };
    this.#entries.push(entry);
    await this.#put(header(0x04034b50, entry, false));
    const deflate = createDeflateRaw({ level: 5, chunkSize: 64 * 1024 });
    const copied = pipeline(deflate, async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) {
        entry.packed += chunk.length;
        await this.#put(chunk);
      }
    });
    // A failure shows where it is awaited: in `end`, or in a `write` that waits for the compressor.
    copied.catch(() => undefined);
    return {
      write: (content) => feed(deflate, entry, typeof content === 'string' ? Buffer.from(content) : content),
      end: async () => {
        deflate.end();
        await copied;
        await this.#put(descriptor(entry));
      },
    };
  }

  /** Adds a small file. */
  async add(name: string | Buffer, content: string | Buffer): Promise<void> {
    const entry = await this.entry(name);
    await entry.write(content);
    await entry.end();
  }

  /** Writes the directory: the archive is complete. */
  async finish(): Promise<void> {
    const start = this.#offset;
    for (const entry of this.#entries) await this.#put(header(0x02014b50, entry, true));
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(this.#offset - start, 12);
    end.writeUInt32LE(start, 16);
    await this.#put(end);
  }
}

async function feed(deflate: DeflateRaw, entry: Entry, bytes: Buffer): Promise<void> {
  entry.crc = crc32(bytes, entry.crc);
  entry.size += bytes.length;
  if (deflate.destroyed) throw deflate.errored ?? new Error('zip entry is closed');
  if (!deflate.write(bytes)) await once(deflate, 'drain');
}

function descriptor(entry: Entry): Buffer {
  const bytes = Buffer.alloc(16);
  [0x08074b50, entry.crc, entry.packed, entry.size].forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return bytes;
}
