import { PushpinOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTexts, type Lang, type Text, type Texts } from '../../i18n/lang.ts';
import { stripHtml } from '../value-text.ts';
import { PhoneScreens } from './PhoneScreens.tsx';

const texts = {
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
type Screen = (typeof screens)[number];
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
  const show = (screen: Screen, lang: Lang): ReactNode => {
    const head = title[lang] || words('untitled');
    const short = summary?.[lang] ?? [...stripHtml(html[lang])].slice(0, summaryLength).join('');
    const body = short || words('empty');
    if (screen === 'push')
      return (
        <div className="pv-card">
          <p className="pv-meta">
            <span>{words('app')}</span>
            <span>{words('now')}</span>
          </p>
          <strong>{head}</strong>
          <p className="pv-body">{body}</p>
        </div>
      );
    if (screen === 'inbox')
      return (
        <div className="pv-card">
          {cover === undefined ? null : <img className="pv-cover" src={cover} alt="" />}
          <strong>
            {isPinned ? <PushpinOutlined aria-label={words('pinned')} /> : null} {head}
          </strong>
          <p className="pv-body">{body}</p>
          <p className="pv-meta">{time || words('now')}</p>
        </div>
      );
    return (
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
    );
  };
  return (
    <PhoneScreens screens={screens.map((key) => ({ key, label: words(key) }))} pages={['page']}>
      {show}
    </PhoneScreens>
  );
}
