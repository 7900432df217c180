import { useState } from 'react';
import type { StoredFile } from '@wheelhouse/contract/calls/files';
import { uploadFile, type UploadOptions } from '../../api/files.ts';
import { isAbort, reasonOf } from '../../api/errors.ts';
import { useEntityTexts } from '../texts.ts';
import { endingsText, refusedBy, type UploadLimits } from './limits.ts';
import { useUnderway } from './underway.ts';

/** A file being uploaded. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  /** 0–100. */
  readonly percent: number;
  readonly error?: string;
  readonly cancel: () => void;
}

export interface StoredRef {
  readonly fileId: string;
  readonly url: string;
  readonly name: string;
}

/** Something that becomes an upload in another way than by sending a file: a picture that the server fetches, say. */
export interface Source {
  readonly name: string;
  /** Why it cannot be had, where that is known before. */
  readonly wrong?: string;
  readonly store: (options: UploadOptions) => Promise<StoredFile>;
}

let next = 0;

/**
 * Checks and sends files with progress; `onStored` gets each one that arrived, `onLeft` each that did not. The form around it is saved
 * when all have.
 */
export function useUploads<One extends File | Source = File>(
  limits: UploadLimits,
  onStored: (file: StoredRef, source: One) => void,
  onLeft?: (source: One) => void,
): {
  readonly uploads: readonly Upload[];
  readonly start: (sources: readonly One[]) => void;
  readonly dismiss: (key: number) => void;
} {
  const texts = useEntityTexts();
  const underway = useUnderway();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const dismiss = (key: number): void => setUploads((all) => all.filter((one) => one.key !== key));
  const patch = (key: number, change: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  const wrongWith = (source: File | Source): string | undefined => {
    if (!(source instanceof File)) return source.wrong;
    const wrong = refusedBy(limits, source);
    if (wrong === 'type') return texts('fileType', { types: endingsText(limits.endings) });
    return wrong === 'size' ? texts('fileSize', { n: limits.maxMb ?? 0 }) : undefined;
  };

  /** @returns whether it arrived, or was taken back */
  const startOne = async (source: One): Promise<boolean> => {
    next += 1;
    const key = next;
    const abort = new AbortController();
    const error = wrongWith(source);
    setUploads((all) => [
      ...all,
      { key, name: source.name, percent: 0, cancel: () => abort.abort(), ...(error === undefined ? {} : { error }) },
    ]);
    if (error !== undefined) {
      onLeft?.(source);
      return false;
    }
    const options: UploadOptions = {
      signal: abort.signal,
      onProgress: (share) => patch(key, { percent: Math.round(share * 100) }),
    };
    try {
      const { fileId, url } = await (source instanceof File
        ? uploadFile(source, limits.biz, options)
        : source.store(options));
      dismiss(key);
      onStored({ fileId, url, name: source.name }, source);
      return true;
    } catch (failure) {
      const isBack = isAbort(failure);
      if (isBack) dismiss(key);
      else patch(key, { error: reasonOf(failure) });
      onLeft?.(source);
      return isBack;
    }
  };
  const start = (sources: readonly One[]): void => {
    for (const source of sources) underway(startOne(source));
  };

  return { uploads, start, dismiss };
}
