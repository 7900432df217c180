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

/** English of this spelling: `A, B and C`. */
const locales = { zh: 'zh', en: 'en-GB' } as const satisfies Readonly<Record<Lang, string>>;
const lists = (style: 'long' | 'narrow') => ({
  zh: new Intl.ListFormat(locales.zh, { style }),
  en: new Intl.ListFormat(locales.en, { style }),
});
const [sentences, plain] = [lists('long'), lists('narrow')];

/**
 * Names one after the other: `甲、乙、丙`, `A, B, C`.
 * @for several names in one text, in the language of its reader: `listed`, in both languages `listedText`, within a sentence `listedWithAnd`
 */
export const listed = (names: Iterable<string>, lang: Lang): string => plain[lang].format(names);

/** The same of names within a sentence: `甲、乙和丙`, `A, B and C`. */
export const listedWithAnd = (names: Iterable<string>, lang: Lang): string => sentences[lang].format(names);

/** The same in both languages, of names that are those of either or the same in both. */
export const listedText = (names: readonly (string | Text)[]): Text => {
  const inLang = (lang: Lang): string =>
    listed(
      names.map((name) => (typeof name === 'string' ? name : name[lang])),
      lang,
    );
  return { zh: inLang('zh'), en: inLang('en') };
};

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
