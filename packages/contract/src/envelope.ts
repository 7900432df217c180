/** Answer of every call (specification §7): HTTP 200 with code 0, or a refusal with a message in the caller's language. */
export interface Envelope<T = unknown> {
  readonly code: number;
  readonly data: T;
  readonly message: string;
}

/** Data of a list call. `total` stops at `totalLimit`; `more` says that it did ("10,000+"). */
export interface Page<Row> {
  readonly list: readonly Row[];
  readonly total: number;
  readonly more?: boolean;
  readonly page?: number;
  readonly pageSize?: number;
}

/** Rows are counted exactly up to here; beyond, the console shows "10,000+" and counts on demand (`exactTotal`). */
export const totalLimit = 10_000;

/** Cookie with the session token (specification §9). */
export const tokenCookie = 'Admin-Token';
/** Cookie with the sidebar's state (specification §9). */
export const sidebarCookie = 'sidebarStatus';
/** Version label of the top bar (specification §9). */
export const versionLabel = '5.2.0';
