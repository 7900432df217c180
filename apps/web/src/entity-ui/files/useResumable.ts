import { useRef, useState } from 'react';
import type { UploadBiz } from '@wheelhouse/contract/calls/kit';
import type { JoinedFile } from '@wheelhouse/contract/calls/files';
import { isAbort, messageOf } from '../../api/errors.ts';
import { dropParts, sendInParts, type SendState } from '../../api/resumable.ts';
import { useEnd } from '../../routing/page.ts';
import { useUnderway } from './underway.ts';

/** A large file on its way. Bytes, seconds. */
export interface Sending {
  readonly name: string;
  readonly total: number;
  readonly sent: number;
  readonly state: SendState | 'paused' | 'failed';
  /** Until it is there, at the pace so far; undefined while there is none. */
  readonly secondsLeft?: number | undefined;
  readonly error?: string | undefined;
}

export interface Resumable {
  readonly sending: Sending | undefined;
  readonly start: (file: File) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
}

/** The pace counts after so many milliseconds. */
const paceAfterMs = 1_000;

interface Run {
  readonly file: File;
  abort: AbortController;
  uploadId?: string;
  /** Where the pace is measured from. */
  from?: { readonly at: number; readonly sent: number };
}

function secondsLeft({ file, from }: Run, sent: number): number | undefined {
  const ms = from === undefined ? 0 : Date.now() - from.at;
  const done = sent - (from?.sent ?? 0);
  return ms < paceAfterMs || done <= 0 ? undefined : Math.ceil(((file.size - sent) / done) * (ms / 1000));
}

/**
 * Sends one large file in parts, to be paused, gone on with and cancelled; `onStored` gets it when it has arrived, and says whether the field takes it.
 * The form around it is saved when it has arrived; not when it is paused or refused meanwhile. It goes on while the tab is hidden.
 */
export function useResumable(biz: UploadBiz, onStored: (file: JoinedFile) => boolean): Resumable {
  const [sending, setSending] = useState<Sending>();
  const run = useRef<Run>(undefined);
  const underway = useUnderway();
  useEnd(() => run.current?.abort.abort());

  /** @returns whether it arrived, or was taken back */
  const go = async (current: Run): Promise<boolean> => {
    run.current = current;
    const { file, abort } = current;
    const patch = (change: Partial<Sending>): void => {
      if (run.current === current && current.abort === abort) setSending((old) => old && { ...old, ...change });
    };
    try {
      const stored = await sendInParts(file, biz, {
        signal: abort.signal,
        onStart: (uploadId) => (current.uploadId = uploadId),
        onProgress(sent) {
          current.from ??= { at: Date.now(), sent };
          patch({ sent, secondsLeft: secondsLeft(current, sent) });
        },
        onState(state) {
          if (state === 'waiting') delete current.from;
          patch({ state });
        },
      });
      if (run.current !== current) return true;
      run.current = undefined;
      setSending(undefined);
      return onStored(stored);
    } catch (error) {
      if (!isAbort(error)) patch({ state: 'failed', error: messageOf(error), secondsLeft: undefined });
      return run.current !== current;
    }
  };

  return {
    sending,
    start(file) {
      setSending({ name: file.name, total: file.size, sent: 0, state: 'sending' });
      underway(go({ file, abort: new AbortController() }));
    },
    pause() {
      run.current?.abort.abort();
      setSending((old) => old && { ...old, state: 'paused', secondsLeft: undefined });
    },
    resume() {
      const current = run.current;
      if (current === undefined) return;
      current.abort = new AbortController();
      delete current.from;
      setSending((old) => old && { ...old, state: 'sending', error: undefined });
      underway(go(current));
    },
    cancel() {
      const { uploadId, abort } = run.current ?? {};
      abort?.abort();
      run.current = undefined;
      setSending(undefined);
      // If the request fails, a job removes the parts within a day.
      if (uploadId !== undefined) void dropParts(uploadId).catch(() => undefined);
    },
  };
}
