import type { StoredFile } from '@wheelhouse/contract/calls/platform';
import { endSession } from './token.ts';
import {
  callHeaders,
  isEnvelope,
  noteAnswer,
  readEnvelope,
  request,
  withQuery,
  type ApiPath,
  type CallOptions,
  type QueryValues,
} from './client.ts';
import { suspect } from './connection.ts';
import { ApiError, requestFailed } from './errors.ts';

export interface DownloadOptions extends CallOptions {
  /** GET parameters. */
  readonly query?: QueryValues;
  /** With a body the file is asked for by POST. */
  readonly body?: object;
  /** Name to save under when the server names none. */
  readonly fileName?: string;
}

/** Fetches a file with the session's headers and hands it to the browser to save. A refusal throws `ApiError`. */
export async function download(path: ApiPath, options: DownloadOptions = {}): Promise<void> {
  const { blob, name } = await fetchFile(path, options);
  saveBlob(blob, name ?? options.fileName ?? 'download');
}

/** A file as a blob, with the name the server gave it. */
export async function fetchFile(
  path: ApiPath,
  options: DownloadOptions = {},
): Promise<{ blob: Blob; name: string | null }> {
  const init: RequestInit =
    options.body === undefined
      ? { method: 'GET' }
      : { method: 'POST', body: JSON.stringify(options.body), headers: { 'Content-Type': 'application/json' } };
  const response = await request(withQuery(path, options.query ?? {}), init, options);
  const disposition = response.headers.get('content-disposition');
  const isRefusal = disposition === null && (response.headers.get('content-type') ?? '').includes('json');
  if (!response.ok || isRefusal) {
    await readEnvelope(response, options);
    throw requestFailed();
  }
  return { blob: await response.blob(), name: fileNameOf(disposition) };
}

/** Downloads what an export call prepared: `{fileName}` is issued to this user for 30 minutes. */
export const downloadExport = (fileName: string): Promise<void> =>
  download('/common/download', { query: { fileName, delete: true }, fileName });

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
export const uploadFile = (file: File, biz: string, options: UploadOptions = {}): Promise<StoredFile> =>
  upload<StoredFile>('/data/crm/upload/single', { biz, file }, options);

/** POSTs fields and files as multipart with progress (which `fetch` cannot report). Throws as `call` does. */
export function upload<T>(
  path: ApiPath,
  fields: Readonly<Record<string, string | File>>,
  options: UploadOptions = {},
): Promise<T> {
  const form = new FormData();
  // Text first: a streaming server knows what the file is for before it arrives.
  for (const [name, value] of Object.entries(fields).sort(
    ([, a], [, b]) => Number(a instanceof File) - Number(b instanceof File),
  ))
    form.append(name, value);
  return new Promise((resolve, reject) => {
    const exchange = new XMLHttpRequest();
    exchange.open('POST', path);
    for (const [name, value] of Object.entries(callHeaders())) exchange.setRequestHeader(name, value);
    exchange.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total);
    exchange.onload = () => settle<T>(exchange, resolve, reject);
    exchange.onerror = () => {
      suspect();
      reject(requestFailed());
    };
    exchange.onabort = () => reject(new DOMException('', 'AbortError'));
    options.signal?.addEventListener('abort', () => exchange.abort());
    exchange.send(form);
  });
}

function settle<T>(exchange: XMLHttpRequest, resolve: (data: T) => void, reject: (error: ApiError) => void): void {
  noteAnswer(exchange.status, exchange.getResponseHeader('content-type'));
  let body: unknown;
  try {
    body = JSON.parse(exchange.responseText);
  } catch {
    body = null;
  }
  const envelope = isEnvelope<T>(body) ? body : null;
  if (exchange.status === 401) endSession(envelope?.message);
  if (envelope === null || exchange.status >= 500 || exchange.status === 413) reject(requestFailed());
  else if (envelope.code !== 0) reject(new ApiError(envelope.code, envelope.message, envelope.data));
  else resolve(envelope.data);
}
