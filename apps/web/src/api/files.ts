import type { StoredFile } from '@wheelhouse/contract/calls/files';
import type { UploadBiz } from '@wheelhouse/contract/calls/kit';
import { maySignInAgain, signInAgain } from './again.ts';
import { endSession } from './token.ts';
import { callHeaders, isEnvelope, noteAnswer, readEnvelope, request, sessionOverText, withQuery } from './client.ts';
import { suspect } from './connection.ts';
import { ApiError, requestFailed } from './errors.ts';
import type { GetPath, InputAt, OutputAt, PostPath } from './paths.ts';

/** GETs a file with the session's headers and hands it to the browser to save; `fileName` where the server names none. A refusal throws `ApiError`. */
export const download = async <const P extends GetPath>(
  path: P,
  query: InputAt<P, 'GET'>,
  fileName: string,
): Promise<void> => save(await request(withQuery(path, query), { method: 'GET' }), fileName);

/** The same of a call whose answer to a POST is a file. */
export const downloadPosted = async <const P extends PostPath>(
  path: P,
  input: InputAt<P, 'POST'>,
  fileName: string,
): Promise<void> =>
  save(
    await request(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
    }),
    fileName,
  );

async function save(response: Response, fileName: string): Promise<void> {
  const disposition = response.headers.get('content-disposition');
  const isRefusal = disposition === null && (response.headers.get('content-type') ?? '').includes('json');
  if (!response.ok || isRefusal) {
    await readEnvelope(response);
    throw requestFailed();
  }
  saveBlob(await response.blob(), fileNameOf(disposition) ?? fileName);
}

/** Downloads what an export call prepared: `{fileName}` is issued to this user for 30 minutes. */
export const downloadExport = (fileName: string): Promise<void> =>
  download('/common/download', { fileName, delete: 'true' }, fileName);

/** Saves a file that the page holds. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the address by the next task; freeing it at once cancels the save in some.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1] ?? null;
}

export interface UploadOptions {
  /** Share of the bytes sent, 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Stores one file. `biz` is a code of the dictionary UploadBiz and decides type and size limits. */
export const uploadFile = (file: File, biz: UploadBiz, options: UploadOptions = {}): Promise<StoredFile> =>
  upload('/data/crm/upload/single', { biz }, file, options);

/**
 * POSTs a file with a call's input as multipart, with progress (which `fetch` cannot report). Throws as `call` does, and waits as it
 * does for a sign-in in place.
 */
export async function upload<const P extends PostPath>(
  path: P,
  input: InputAt<P, 'POST'>,
  file: File,
  options: UploadOptions = {},
): Promise<OutputAt<P, 'POST'>> {
  try {
    return await send(path, input, file, options);
  } catch (error) {
    if (!(error instanceof SessionOver)) throw error;
    await signInAgain(error.message);
    return await upload(path, input, file, options);
  }
}

/** The session ended, and its user may sign in again in place. */
class SessionOver extends Error {}

function send<const P extends PostPath>(
  path: P,
  input: InputAt<P, 'POST'>,
  file: File,
  options: UploadOptions,
): Promise<OutputAt<P, 'POST'>> {
  const form = new FormData();
  // Text first: a streaming server knows what the file is for before it arrives.
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const exchange = new XMLHttpRequest();
    exchange.open('POST', path);
    for (const [name, value] of Object.entries(callHeaders())) exchange.setRequestHeader(name, value);
    exchange.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total);
    exchange.onload = () => settle(exchange, resolve, reject);
    exchange.onerror = () => {
      suspect();
      reject(requestFailed());
    };
    exchange.onabort = () => reject(new DOMException('', 'AbortError'));
    options.signal?.addEventListener('abort', () => exchange.abort());
    exchange.send(form);
  });
}

function settle<T>(
  exchange: XMLHttpRequest,
  resolve: (data: T) => void,
  reject: (error: ApiError | SessionOver) => void,
): void {
  noteAnswer(exchange.status, exchange.getResponseHeader('content-type'));
  let body: unknown;
  try {
    body = JSON.parse(exchange.responseText);
  } catch {
    body = null;
  }
  const envelope = isEnvelope<T>(body) ? body : null;
  if (exchange.status === 401 && maySignInAgain())
    return reject(new SessionOver(envelope?.message || sessionOverText()));
  if (exchange.status === 401) endSession(envelope?.message);
  if (envelope === null || exchange.status >= 500 || exchange.status === 413) reject(requestFailed());
  else if (envelope.code !== 0) reject(new ApiError(envelope.code, envelope.message, envelope.data));
  else resolve(envelope.data);
}
