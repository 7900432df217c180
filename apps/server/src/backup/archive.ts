import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { createTarDecoder, createTarPacker } from 'modern-tar';

/** Adds one entry. @param bytes of `content` in all; another number fails */
export type AddEntry = (name: string, bytes: number, content: AsyncIterable<Uint8Array>) => Promise<void>;

export interface Entry {
  readonly name: string;
  /** To be read to its end before the next entry. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** An archive holds personal data and keys: nobody else reads it. */
const mode = 0o600;

async function* each<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function feed(chunks: AsyncIterable<Uint8Array>, to: WritableStream<Uint8Array>): Promise<void> {
  const writer = to.getWriter();
  try {
    for await (const chunk of chunks) await writer.write(chunk);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a `.tar.gz`. It gets its name when it is whole.
 * @throws Error when there is something under the name already
 */
export async function writeArchive(file: string, fill: (add: AddEntry) => Promise<void>): Promise<void> {
  await (await open(file, 'wx', mode)).close();
  const draft = `${file}.part`;
  const { readable, controller } = createTarPacker();
  const add: AddEntry = (name, size, content) => feed(content, controller.add({ name, size, mode }));
  try {
    await Promise.all([
      pipeline(each(readable), createGzip({ level: 3 }), createWriteStream(draft, { mode, flush: true })),
      fill(add).then(
        () => controller.finalize(),
        (error: unknown) => controller.error(error),
      ),
    ]);
    await rename(draft, file);
  } catch (error) {
    await Promise.all([draft, file].map((path) => rm(path, { force: true })));
    throw error;
  }
}

/** The entries of an archive in their order. @throws Error where it is cut off or spoilt */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const { readable, writable } = createTarDecoder({ strict: true });
  // Its failure ends the entries as well.
  const fed = pipeline(createReadStream(file), createGunzip(), (chunks: AsyncIterable<Uint8Array>) =>
    feed(chunks, writable),
  );
  fed.catch(() => undefined);
  for await (const { header, body } of each(readable)) yield { name: header.name, content: each(body) };
  await fed;
}
