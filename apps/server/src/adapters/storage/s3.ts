import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { S3Config } from '../../config.ts';
import { AppError, outOfRange } from '../../http/errors.ts';
import { inSpan, SpanKind } from '../../tracing/spans.ts';
import type { Storage, StoredContent } from './adapter.ts';

/** Milliseconds for what carries no file. */
const patience = 20_000;
/** Milliseconds for a file on its way there, and until the first byte of one on its way back. */
const uploadPatience = 300_000;

/** Files in a bucket of any service that speaks S3. Keys are checked like those of the disk; addresses are path-style. */
export class S3Storage implements Storage {
  readonly #client: AwsClient;
  readonly #base: string;

  constructor(url: URL, { endpoint, region, accessKey, secretKey }: S3Config) {
    this.#client = new AwsClient({
      accessKeyId: accessKey,
      secretAccessKey: secretKey,
      service: 's3',
      region,
      retries: 2,
    });
    const prefix = url.pathname.replace(/^\/+|\/+$/g, '');
    this.#base = [endpoint.replace(/\/+$/, ''), url.host, ...(prefix === '' ? [] : [prefix])].join('/');
  }

  async put(key: string, path: string): Promise<void> {
    // A blob of the file is read as it is sent; its length is known, which S3 asks for.
    const body = await openAsBlob(path);
    // The hash of the content would need a reading of its own; transport is what protects it on its way.
    const headers = { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const response = await this.#ask(key, { method: 'PUT', body, headers }, uploadPatience);
    await this.#finish(response, 'PUT');
    await rm(path, { force: true });
  }

  async open(key: string, range?: string): Promise<StoredContent> {
    const headers = range === undefined ? {} : { range };
    const response = await this.#ask(key, { method: 'GET', headers }, uploadPatience);
    if (response.status === 416) {
      await response.body?.cancel();
      throw outOfRange(Number(response.headers.get('content-range')?.split('/')[1] ?? 0));
    }
    if (response.status === 404) {
      await response.body?.cancel();
      throw new AppError(1017, undefined, { status: 404 });
    }
    if (!response.ok || response.body === null) await this.#finish(response, 'GET');
    // The types of the web's streams are declared twice, by the library of the language and by Node.
    const content = Readable.fromWeb(response.body as ReadableStream);
    const part = response.status === 206 ? response.headers.get('content-range') : null;
    return {
      content,
      size: Number(response.headers.get('content-length') ?? 0),
      ...(part !== null && { range: part }),
    };
  }

  async remove(key: string): Promise<void> {
    const response = await this.#ask(key, { method: 'DELETE' }, patience);
    if (response.status === 404) return await response.body?.cancel();
    await this.#finish(response, 'DELETE');
  }

  #ask(key: string, init: RequestInit, timeout: number): Promise<Response> {
    if (!/^[\w-]+(\/[\w-]+(\.\w+)?)+$/.test(key)) throw new Error('storage key is malformed');
    const method = init.method ?? 'GET';
    const attributes = { 'http.request.method': method, 'server.address': new URL(this.#base).hostname };
    // Without a traceparent: it would be signed, and a proxy that writes its own into it would break the signature.
    return inSpan(`${method} S3`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
      const signal = AbortSignal.timeout(timeout);
      const response = await this.#client.fetch(`${this.#base}/${key}`, { ...init, signal });
      span?.setAttribute('http.response.status_code', response.status);
      return response;
    }).catch((error: unknown) => {
      throw new AppError(1020, { system: 'S3' }, { status: 503, cause: error });
    });
  }

  /** @throws AppError 1020 when the service refused; its own message may name keys and is not repeated */
  async #finish(response: Response, method: string): Promise<void> {
    await response.body?.cancel();
    if (response.ok) return;
    throw new AppError(
      1020,
      { system: 'S3' },
      { status: 503, cause: new Error(`${method} was answered ${response.status}`) },
    );
  }
}
