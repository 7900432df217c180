import type { UploadBiz } from '@wheelhouse/contract/calls/kit';
import type { JoinedFile } from '@wheelhouse/contract/calls/files';
import { call } from './client.ts';
import { isLost, onReturn } from './connection.ts';
import { ApiError, isApiError, requestFailedCode } from './errors.ts';
import { upload } from './files.ts';

/** State of an upload, as reported to the sender. */
export type SendState = 'sending' | 'waiting' | 'joining';

interface SendOptions {
  /** Pauses: what has arrived stays, and sending the same file again goes on from there. */
  readonly signal: AbortSignal;
  readonly onStart: (uploadId: string) => void;
  /** Bytes that the server has. */
  readonly onProgress: (sent: number) => void;
  readonly onState: (state: SendState) => void;
}

const code = { beingJoined: 1010, gone: 1017 } as const;
const firstWaitMs = 1_000;
const longestWaitMs = 15_000;
/** Failures in a row of a server that can be reached. */
const mostFailures = 5;

/** Waits for the connection, or for a moment. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stop = (): void => undefined;
    const end = (then: () => void) => (): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener('abort', abort);
      then();
    };
    const abort = end(() => reject(new DOMException('', 'AbortError')));
    const timer = setTimeout(end(resolve), ms);
    stop = onReturn(end(resolve));
    signal.addEventListener('abort', abort);
  });
}

/** Makes a call until the server answers it: a broken connection is waited for. */
async function persist<T>(work: () => Promise<T>, state: SendState, { signal, onState }: SendOptions): Promise<T> {
  for (let failures = 0; ;) {
    signal.throwIfAborted();
    onState(state);
    try {
      return await work();
    } catch (error) {
      const isJoined = isApiError(error, code.beingJoined);
      if (!isJoined && !isApiError(error, requestFailedCode)) throw error;
      if (!isLost() && ++failures >= mostFailures) throw error;
      if (!isJoined) onState('waiting');
      await pause(Math.min(longestWaitMs, firstWaitMs * 2 ** failures), signal);
    }
  }
}

async function sendOnce(file: File, biz: UploadBiz, options: SendOptions): Promise<JoinedFile> {
  const { signal, onStart, onProgress } = options;
  const about = { biz, name: file.name, size: file.size, modified: file.lastModified };
  const ask = () => call('/data/crm/upload/startParts', about, { signal });
  const { uploadId, partBytes, parts } = await persist(ask, 'sending', options);
  onStart(uploadId);
  const have = new Set(parts);
  const lengthOf = (no: number): number => Math.min(partBytes, file.size - no * partBytes);
  let sent = parts.reduce((sum, no) => sum + lengthOf(no), 0);
  onProgress(sent);
  for (let no = 0; no * partBytes < file.size; no++) {
    if (have.has(no)) continue;
    const part = new File([file.slice(no * partBytes, no * partBytes + lengthOf(no))], 'part');
    const which = { uploadId, no: String(no) };
    const report = (share: number): void => onProgress(sent + share * lengthOf(no));
    await persist(
      () => upload('/data/crm/upload/part', which, part, { signal, onProgress: report }),
      'sending',
      options,
    );
    sent += lengthOf(no);
    onProgress(sent);
  }
  return persist(() => call('/data/crm/upload/joinParts', { uploadId }, { signal }), 'joining', options);
}

/**
 * Sends a file in parts. It goes on after a broken connection by itself, and after `signal` or a reload of the page when it is called
 * with the same file: only what has not arrived is sent. Throws as `call` does.
 */
export async function sendInParts(file: File, biz: UploadBiz, options: SendOptions): Promise<JoinedFile> {
  try {
    return await sendOnce(file, biz, options);
  } catch (error) {
    // The server has given it up meanwhile: from the beginning.
    if (!(error instanceof ApiError) || error.code !== code.gone) throw error;
    return await sendOnce(file, biz, options);
  }
}

/** Gives up a file that is not whole. */
export const dropParts = (uploadId: string): Promise<null> => call('/data/crm/upload/dropParts', { uploadId });
