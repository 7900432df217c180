import { useState, type ReactNode } from 'react';
import { useLang, useTexts, type Lang, type Texts } from '../../i18n/lang.ts';
import { Segments } from '../../ui/Segments.tsx';
import { PhoneFrame } from './PhoneFrame.tsx';

const texts = {
  screen: { zh: '预览内容', en: 'Screen' },
  language: { zh: '预览语言', en: 'Language of the preview' },
} as const satisfies Texts;

/** Each in itself. */
const languages: readonly { readonly key: Lang; readonly label: ReactNode }[] = [
  { key: 'zh', label: <span lang="zh-CN">中文</span> },
  { key: 'en', label: <span lang="en">EN</span> },
];

interface Props<Screen extends string> {
  /** The first is shown first. */
  readonly screens: readonly { readonly key: Screen; readonly label: string }[];
  /** Screens on the background of a page of the app, rather than of the lock screen. */
  readonly pages?: readonly Screen[];
  readonly children: (screen: Screen, lang: Lang) => ReactNode;
}

/** A phone whose screen and language are chosen above it; both languages of a text are seen, whichever the console speaks. */
export function PhoneScreens<const Screen extends string>({ screens, pages = [], children }: Props<Screen>): ReactNode {
  const words = useTexts(texts);
  const own = useLang();
  const [lang, setLang] = useState<Lang>(own);
  const [chosen, setChosen] = useState<Screen>();
  const screen = chosen ?? screens[0]?.key;
  if (screen === undefined) return null;
  return (
    <div className="pv">
      <div className="pv-choices">
        <Segments label={words('screen')} options={screens} value={screen} onChange={setChosen} />
        <span data-lang-free>
          <Segments label={words('language')} options={languages} value={lang} onChange={setLang} />
        </span>
      </div>
      <PhoneFrame isPage={pages.includes(screen)}>
        <div className="pv-lang" lang={lang === 'zh' ? 'zh-CN' : 'en'}>
          {children(screen, lang)}
        </div>
      </PhoneFrame>
    </div>
  );
}
