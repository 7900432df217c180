import type { Readable } from 'node:stream';

/** What is stored: a file of this machine, which can be sent in parts, or a stream. */
export type StoredContent = { readonly path: string } | { readonly content: Readable; readonly size: number };

/** Keeps files by key (`files/2026/11/…`). Keys are made by the platform, never by a request. */
export interface Storage {
  /** Takes the file at `path` away and keeps it under `key`. */
  put(key: string, path: string): Promise<void>;
  /** @throws AppError 1017 (404) when there is nothing under `key` */
  open(key: string): Promise<StoredContent>;
  /** Removes what is under `key`, if anything. */
  remove(key: string): Promise<void>;
}
