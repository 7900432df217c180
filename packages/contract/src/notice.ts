import type { Text } from './lang.ts';

/** A notice to a user of the console, on the wire. */
export interface Notice {
  readonly id: string;
  /** 1 the least, 4 the most urgent. */
  readonly level: number;
  readonly title: Text;
  readonly body: Text;
  /** Page of the console it opens, with its query. */
  readonly path: string;
  readonly createTime: string;
  readonly read: 0 | 1;
}

/** Answer of `/msg/crm/notice/list`. */
export interface NoticePage {
  readonly list: readonly Notice[];
  readonly total: number;
  /** All that are unread, on this page or not. */
  readonly unread: number;
}

/** What is pushed on `notice:<user id>`. */
export type NoticeChange = { readonly added: Notice } | { readonly read: readonly string[] } | { readonly all: true };
