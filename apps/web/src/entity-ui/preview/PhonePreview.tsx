import { PushpinOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useLang, useTexts, type Lang, type Text, type Texts } from '../../i18n/lang.ts';
import { Segments } from '../../ui/Segments.tsx';
import { stripHtml } from '../value-text.ts';
import { PhoneFrame } from './PhoneFrame.tsx';

const texts = {
  screen: { zh: '预览内容', en: 'Screen' },
  language: { zh: '预览语言', en: 'Language' },
  push: { zh: '推送', en: 'Push' },
  inbox: { zh: '站内信', en: 'Inbox' },
  page: { zh: '详情', en: 'Message' },
  app: { zh: '出行', en: 'Ride' },
  now: { zh: '现在', en: 'now' },
  untitled: { zh: '（标题）', en: '(Title)' },
  empty: { zh: '（正文）', en: '(Content)' },
  pinned: { zh: '置顶', en: 'Pinned' },
  opens: { zh: '点击后打开：{target}', en: 'Opens {target}' },
} as const satisfies Texts;

const screens = ['push', 'inbox', 'page'] as const;
/** Each in itself. */
const languages: readonly { readonly key: Lang; readonly label: ReactNode }[] = [
  { key: 'zh', label: <span lang="zh-CN">中文</span> },
  { key: 'en', label: <span lang="en">EN</span> },
];
/** Letters of a push; the server cuts there as well. */
const summaryLength = 60;

export interface PhonePreviewProps {
  readonly title: Text;
  /** Formatted text of the message's page. */
  readonly html: Text;
  /** Text of push and inbox card; the beginning of `html` unless given. */
  readonly summary?: Text;
  readonly time?: string;
  readonly isPinned?: boolean;
  /** Address of the picture above the card of the inbox. */
  readonly cover?: string;
  /** What the message opens instead of a page of its own; empty while it is not chosen. */
  readonly opens?: string;
}

/** A message as a phone shows it: push, card of the inbox, page; in either language. */
export function PhonePreview({
  title,
  html,
  summary,
  time = '',
  isPinned = false,
  cover,
  opens,
}: PhonePreviewProps): ReactNode {
  const words = useTexts(texts);
  const own = useLang();
  const [lang, setLang] = useState<Lang>(own);
  const [screen, setScreen] = useState<(typeof screens)[number]>('push');
  const head = title[lang] || words('untitled');
  const short = summary?.[lang] ?? [...stripHtml(html[lang])].slice(0, summaryLength).join('');
  const body = short || words('empty');
  return (
    <div className="pv">
      <div className="pv-choices">
        <Segments
          label={words('screen')}
          options={screens.map((key) => ({ key, label: words(key) }))}
          value={screen}
          onChange={setScreen}
        />
        <span data-lang-free>
          <Segments label={words('language')} options={languages} value={lang} onChange={setLang} />
        </span>
      </div>
      <PhoneFrame isPage={screen === 'page'}>
        <div lang={lang === 'zh' ? 'zh-CN' : 'en'}>
          {screen === 'push' ? (
            <div className="pv-card">
              <p className="pv-meta">
                <span>{words('app')}</span>
                <span>{words('now')}</span>
              </p>
              <strong>{head}</strong>
              <p className="pv-body">{body}</p>
            </div>
          ) : screen === 'inbox' ? (
            <div className="pv-card">
              {cover === undefined ? null : <img className="pv-cover" src={cover} alt="" />}
              <strong>
                {isPinned ? <PushpinOutlined aria-label={words('pinned')} /> : null} {head}
              </strong>
              <p className="pv-body">{body}</p>
              <p className="pv-meta">{time || words('now')}</p>
            </div>
          ) : (
            <article className="pv-page">
              <h3>{head}</h3>
              <p className="pv-meta">{time || words('now')}</p>
              {opens === undefined ? (
                // The editor's own document, of the allowed elements only; the server cleans it again.
                <div className="eu-rich" dangerouslySetInnerHTML={{ __html: html[lang] || words('empty') }} />
              ) : (
                <p className="pv-body">{opens === '' ? words('empty') : words('opens', { target: opens })}</p>
              )}
            </article>
          )}
        </div>
      </PhoneFrame>
    </div>
  );
}
