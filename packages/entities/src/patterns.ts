import type { Issue } from './define.ts';
import type { Row } from './fields.ts';

/** Texts of which several entities have the same. */

/** An https address, without what browsers and servers read differently (user names, backslashes). */
export const webAddress = /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;

/** A version of the app: `1.2.0`. */
export const appVersion = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** Codes and keys of the platform: compared as they are, so that their index serves. */
export const plainKey = /^[\w.-]+$/;

const lineBreak = /[\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Titles of pushes are one line.
 * @for a title that is one line wherever it is shown: among the `rules`: what a push says
 */
export const oneLine =
  (...names: readonly string[]) =>
  (row: Row): Issue | undefined => {
    const field = names.find((name) => {
      const value = row[name];
      return typeof value === 'string' && lineBreak.test(value);
    });
    return field === undefined ? undefined : { field, text: { zh: '不能换行', en: 'Must be one line' } };
  };
