import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { errorText } from '@wheelhouse/contract/errors';
import type { Lang } from '@wheelhouse/contract/lang';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../db/away.ts';
import { BareReply, FileReply, type FileReplyOptions, PageReply, RawJson, RedirectReply, WireReply } from './call.ts';
import type { App } from './context.ts';
import { AppError, outOfRange } from './errors.ts';
import { type Page, policyOf, renderPage } from './page.ts';
import { refusalOf } from './translate.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Answers up to this many characters fit one packet: compressing them gains nothing. */
const compressFrom = 1_400;

/** Writes what a call returned: an envelope with code 0, a file, a page, a redirection, or JSON as it is. The handler returns `reply` itself, once: each `await` of it would wait for its end. */
export async function sendResult(request: FastifyRequest, reply: FastifyReply, result: unknown): Promise<void> {
  if (result instanceof FileReply) return sendFile(request, reply, result.options);
  if (result instanceof RedirectReply)
    return void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(result.url);
  if (result instanceof PageReply) return sendPage(reply, result.page);
  if (result instanceof WireReply) {
    const { status, contentType, body } = result.wire;
    return void reply.status(status).header('content-type', contentType).header('cache-control', 'no-store').send(body);
  }
  return sendJson(request, reply, result instanceof BareReply ? JSON.stringify(result.body) : envelopeOf(result));
}

function sendPage(reply: FastifyReply, page: Page): void {
  reply
    .status(page.status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policyOf(page))
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-language')
    .send(renderPage(page));
}

const envelopeOf = (result: unknown): string =>
  `{"code":0,"data":${result instanceof RawJson ? result.text : (JSON.stringify(result) ?? 'null')},"message":""}`;

const packedAnswers = new WeakMap<App, Map<string, Promise<Buffer>>>();
/** Answers kept packed: a few per language and set of rights. */
const mostPacked = 64;

/**
 * Writes reference data with its hash: a browser that has it gets 304. A browser may keep it for the user who asked,
 * and asks again each time, with their token: rights are checked before anything is said.
 */
export async function sendKept(app: App, request: FastifyRequest, reply: FastifyReply, result: unknown): Promise<void> {
  const text = envelopeOf(result);
  const digest = hash('sha256', text, 'base64url').slice(0, 22);
  const etag = `W/"${digest}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === etag) return void reply.status(304).send();
  reply.header('content-type', 'application/json; charset=utf-8');
  const encoding = encodingOf(request, text);
  if (encoding === undefined) return void reply.send(text);
  const packed = packedAnswers.get(app) ?? new Map<string, Promise<Buffer>>();
  packedAnswers.set(app, packed);
  const key = `${encoding} ${digest}`;
  const body = packed.get(key) ?? pack(text, encoding, true);
  packed.set(key, body);
  for (const oldest of packed.keys()) if (packed.size > mostPacked) packed.delete(oldest);
  reply.header('content-encoding', encoding).send(await body);
}

type Encoding = 'br' | 'gzip';

/** How an answer is packed for this caller; undefined: not at all. */
function encodingOf(request: FastifyRequest, text: string): Encoding | undefined {
  if (text.length <= compressFrom) return undefined;
  const accepted = request.headers['accept-encoding'] ?? '';
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined;
}

/** `often`: sent again and again, which is worth packing it well. */
function pack(text: string, encoding: Encoding, often: boolean): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(text, { level: often ? 9 : 5 });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: often ? 9 : 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  return brotliAsync(text, { params });
}

async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<void> {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'no-store');
  const encoding = encodingOf(request, text);
  if (encoding === undefined) return void reply.send(text);
  const body = await pack(text, encoding, false);
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding').send(body);
}

/** The one place where errors become answers: refusals as they say, an absent database as 503, defects as 500. */
export async function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  lang: Lang,
): Promise<void> {
  const refusal = refusalOf(error);
  const code = refusal?.code ?? 1000;
  const status = refusal?.status ?? (isUnavailable(error) ? 503 : 500);
  // Refusals are not logged as errors; unexpected errors are.
  if (status >= 500)
    request.log.error({ err: error, route: request.routeOptions.url, userId: request.caller?.id }, 'request failed');
  const message = refusal?.textIn(lang) ?? errorText(1000, lang);
  const data = refusal?.errors ? { errors: refusal.errors } : null;
  request.answerCode = code;
  reply.removeHeader('content-encoding').headers(refusal?.headers ?? {});
  if (status === 503) reply.header('retry-after', '2');
  return sendJson(request, reply.status(status), JSON.stringify({ code, data, message }));
}

/** Types that a browser shows without running anything of theirs. */
const passive = /^(image\/(?!svg)[\w.+-]+|video\/[\w.+-]+|audio\/[\w.+-]+|application\/pdf)$/;

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileReplyOptions): Promise<void> {
  const { after, etag } = file;
  if (after)
    reply.raw.once(
      'close',
      () =>
        void Promise.resolve(after()).catch((error: unknown) =>
          reply.log.warn({ err: error }, 'cleaning up after a download failed'),
        ),
    );
  const inline = file.inline === true && passive.test(file.contentType);
  reply
    .header('content-type', file.contentType)
    .header('content-disposition', disposition(file.fileName, inline))
    .header('cache-control', file.maxAge === undefined ? 'no-store' : `private, max-age=${file.maxAge}`);
  if (etag !== undefined) reply.header('etag', etag).header('accept-ranges', 'bytes');
  if ('path' in file) {
    const found = await stat(file.path).catch(() => undefined);
    if (!found?.isFile()) {
      for (const name of ['content-type', 'content-disposition', 'cache-control']) reply.removeHeader(name);
      throw new AppError(1017, undefined, { status: 404 });
    }
    const { size } = found;
    // Another content than the caller began with: it is sent whole.
    if (etag !== undefined && (request.headers['if-range'] ?? etag) !== etag) delete request.raw.headers.range;
    delete request.raw.headers['if-range'];
    const from = /^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1];
    if (from !== undefined && Number(from) >= size) throw outOfRange(size);
    return void reply.sendFile(basename(file.path), dirname(file.path), {
      cacheControl: false,
      contentType: false,
      dotfiles: 'allow',
      // The tag of the content, which stays when the file is moved to another disk.
      ...(etag !== undefined && { etag: false, lastModified: false }),
    });
  }
  if (file.size !== undefined) reply.header('content-length', file.size);
  if (file.range !== undefined) reply.status(206).header('content-range', file.range);
  if (request.method !== 'HEAD') return void reply.send(file.content);
  if (file.content instanceof Readable) file.content.destroy();
  reply.send();
}

/** RFC 6266: an ASCII name for the oldest, the real one for everybody else; nothing of it can break out of the header. */
export function disposition(fileName: string, inline: boolean): string {
  const name = fileName
    .slice(0, 200)
    .toWellFormed()
    .replace(/[\p{Cc}/\\]/gu, '_');
  const ascii = name.replace(/[^\x20-\x7e]|["%;]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
