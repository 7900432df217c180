/** Languages of the console. Chinese is the default (specification §4). */
export const langs = ['zh', 'en'] as const;
export type Lang = (typeof langs)[number];

/** A text shown to users: missing a language does not compile. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** The language of an `Accept-Language` header: the first of zh and en that it names, zh when neither. */
export function langOf(header: string | undefined): Lang {
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const tag = part.trim();
    if (tag.startsWith('zh')) return 'zh';
    if (tag.startsWith('en')) return 'en';
  }
  return 'zh';
}

export type TextParams = Readonly<Record<string, string | number>>;

/** One or several, in English: `counted(1, 'card', 'cards')`. Numbers may be written with separators. */
export const counted = (n: string | number, one: string, many: string): string => (String(n) === '1' ? one : many);

/**
 * Fills `{name}` places of a text; a place without a value stays visible, so that a mistake is seen. `{n|card|cards}` is the word for so
 * many.
 */
export function fill(text: string, params: TextParams = {}): string {
  return text.replace(
    /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one: string | undefined, many: string | undefined) => {
      const value = params[name];
      if (value === undefined) return whole;
      return one === undefined || many === undefined ? String(value) : counted(value, one, many);
    },
  );
}
