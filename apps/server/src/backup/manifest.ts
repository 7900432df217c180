import { createHash, type Hash } from 'node:crypto';
import { z } from 'zod';

/** First entry: what follows, and what is needed before it can be read back. */
export const headEntry = 'backup.json';
/** Last entry: what a whole backup holds. */
export const endEntry = 'end.json';

const texts = z.array(z.string());

export const headShape = z.object({
  format: z.literal(1),
  /** Of the release that made it. */
  version: z.string(),
  time: z.string(),
  migrations: texts.min(1),
  tables: z.array(z.object({ name: z.string(), columns: texts.min(1) })),
  partitions: z.array(z.object({ name: z.string(), of: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  /** Uploads are elsewhere (`s3://…`) and are no part of it. */
  filesElsewhere: z.boolean(),
});
export type Head = z.output<typeof headShape>;

export const endShape = z.object({
  rows: z.record(z.string(), z.number()),
  files: z.number(),
  /** Hex, over names and contents of all entries between the first and this one. */
  sha256: z.string(),
});
export type End = z.output<typeof endShape>;

/** What a backup holds, in numbers. */
export interface Holdings {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

export function holdingsOf({ rows, files }: Pick<End, 'rows' | 'files'>): Holdings {
  const counts = Object.values(rows);
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0), files };
}

/** A digest of entries: their names, lengths and contents in their order. */
export class Digest {
  readonly #hash: Hash = createHash('sha256');

  async *of(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    this.#hash.update(`${name}\n`);
    for await (const chunk of content) {
      bytes += chunk.length;
      this.#hash.update(chunk);
      yield chunk;
    }
    this.#hash.update(`\n${bytes}\n`);
  }

  /** Hex. */
  value(): string {
    return this.#hash.copy().digest('hex');
  }
}
