import type { ReactNode } from 'react';
import { setLang, useLang, useTexts } from '../i18n/lang.ts';
import { texts } from './texts.ts';

const names = [
  ['zh', '中文'],
  ['en', 'English'],
] as const;

/** The two languages side by side; the login page has no menu. */
export function LanguageSwitch(): ReactNode {
  const lang = useLang();
  const t = useTexts(texts);
  return (
    <fieldset className="wl-lang" aria-label={t('language')}>
      {names.map(([code, name]) => (
        <button key={code} type="button" lang={code} aria-pressed={lang === code} onClick={() => setLang(code)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
}
