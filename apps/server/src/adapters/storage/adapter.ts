import type { Readable } from 'node:stream';

/** What is stored: a file of this machine, which can be sent in parts, or a stream. */
export type StoredContent =
  | { readonly path: string }
  | {
      readonly content: Readable;
      /** Bytes of `content`. */
      readonly size: number;
      /** Present where `content` is a part: which one, as the header Content-Range says it. */
      readonly range?: string;
    };

/** Keeps files by key (`files/2026/11/…`). Keys are made by the platform, never by a request. */
export interface Storage {
  /** Moves the file at `path` into the store under `key`. */
  put(key: string, path: string): Promise<void>;
  /**
   * @param range header of a request for a part; a stored path is answered whole, whoever sends it cuts it
   * @throws AppError 1017 (404) when there is nothing under `key`, 1015 (416) when the part lies outside
   */
  open(key: string, range?: string): Promise<StoredContent>;
  /** Removes what is under `key`, if anything. */
  remove(key: string): Promise<void>;
}
