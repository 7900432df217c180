import { useState } from 'react';
import { uploadFile } from '../../api/files.ts';
import { isAbort, messageOf } from '../../api/errors.ts';
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

let next = 0;

/** Checks and sends files with progress; `onStored` gets each one that arrived. The form around it is saved when all have. */
export function useUploads(
  limits: UploadLimits,
  onStored: (file: StoredRef) => void,
): {
  readonly uploads: readonly Upload[];
  readonly start: (files: readonly File[]) => void;
  readonly dismiss: (key: number) => void;
} {
  const texts = useEntityTexts();
  const underway = useUnderway();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const dismiss = (key: number): void => setUploads((all) => all.filter((one) => one.key !== key));
  const patch = (key: number, change: Partial<Upload>): void =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)));

  /** @returns whether it arrived, or was taken back */
  const startOne = async (file: File): Promise<boolean> => {
    next += 1;
    const key = next;
    const abort = new AbortController();
    const wrong = refusedBy(limits, file);
    const error =
      wrong === 'type'
        ? texts('fileType', { types: endingsText(limits.endings) })
        : wrong === 'size'
          ? texts('fileSize', { n: limits.maxMb ?? 0 })
          : undefined;
    setUploads((all) => [
      ...all,
      { key, name: file.name, percent: 0, cancel: () => abort.abort(), ...(error === undefined ? {} : { error }) },
    ]);
    if (error !== undefined) return false;
    try {
      const stored = await uploadFile(file, limits.biz, {
        signal: abort.signal,
        onProgress: (share) => patch(key, { percent: Math.round(share * 100) }),
      });
      dismiss(key);
      onStored({ fileId: stored.fileId, url: stored.url, name: file.name });
      return true;
    } catch (failure) {
      const isBack = isAbort(failure);
      if (isBack) dismiss(key);
      else patch(key, { error: messageOf(failure) });
      return isBack;
    }
  };
  const start = (files: readonly File[]): void => {
    for (const file of files) underway(startOne(file));
  };

  return { uploads, start, dismiss };
}
