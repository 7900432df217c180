import { useCallback } from 'react';
import { fill, langs, listed, type Lang, type Text, type TextParams } from '@wheelhouse/contract/lang';
import { createStore, useStore } from '../lib/store.ts';
import { readSetting, writeSetting } from '../lib/storage.ts';

export type { Lang, Text, TextParams } from '@wheelhouse/contract/lang';

const storageKey = 'lang';

function stored(): Lang {
  const value = readSetting(storageKey);
  return langs.find((lang) => lang === value) ?? 'zh';
}

/** The console's language; persisted, Chinese by default. */
export const langStore = createStore<Lang>(stored());

export const getLang = (): Lang => langStore.get();

export const useLang = (): Lang => useStore(langStore);

/** Switches without reloading: everything that shows text reads the store. */
export function setLang(lang: Lang): void {
  writeSetting(storageKey, lang);
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : 'en';
  langStore.set(lang);
}

/** One language of a text, outside React. Inside, use `usePick`. */
export const pick = (text: Text, params?: TextParams): string => fill(text[getLang()], params);

/** `pick` that follows the language switch. */
export function usePick(): (text: Text, params?: TextParams) => string {
  const lang = useLang();
  return useCallback((text, params) => fill(text[lang], params), [lang]);
}

/** Names one after the other, in the current language. */
export function useListed(): (names: Iterable<string>) => string {
  const lang = useLang();
  return useCallback((names) => listed(names, lang), [lang]);
}

/** A typed dictionary: every entry has both languages, or it does not compile. */
export type Texts = Readonly<Record<string, Text>>;

export type Translate<D extends Texts> = (key: keyof D & string, params?: TextParams) => string;

/** The reader of a dictionary in the current language: `const t = useTexts(texts); t('title')`. */
export function useTexts<const D extends Texts>(dictionary: D): Translate<D> {
  const lang = useLang();
  return useCallback((key, params) => fill((dictionary[key] as Text)[lang], params), [dictionary, lang]);
}
