import type { ReactNode } from 'react';
import { PushpinOutlined } from '@ant-design/icons';
import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities';
import { listOf } from '@wheelhouse/contract/object';
import { textOf } from '../../../entity-ui/model.ts';
import { PhoneScreens } from '../../../entity-ui/preview/PhoneScreens.tsx';
import { stripHtml } from '../../../entity-ui/value-text.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { useArticleTexts } from './texts.ts';
import './article.css';

const screens = ['page', 'card'] as const;
type Screen = (typeof screens)[number];
const summaryLength = 60;
/** By D:CoverStyle, from 1. */
const coverStyles = ['large', 'small', 'three'] as const;

/** A text in a language of the app, which falls back to Chinese. */
const inLang = (values: Row, name: 'title' | 'content', lang: Lang): string =>
  textOf(values[lang === 'en' ? `${name}En` : name]) || textOf(values[name]);

interface Props {
  readonly values: Row;
  /** Addresses of its pictures: the cover, or the three of the list. */
  readonly covers: readonly string[];
}

/** An article as the app shows it: its page, and its card in the list. */
export function ArticleScreen({ values, covers }: Props): ReactNode {
  const words = useArticleTexts();
  const { contentType, coverStyle, summary: typed, pinned, author, publishTime, linkUrl, tags } = values;
  const isLink = Number(contentType) === codes.ContentType.link;
  const style = coverStyles[Number(coverStyle) - 1] ?? 'large';
  const show = (screen: Screen, lang: Lang): ReactNode => {
    const title = inLang(values, 'title', lang) || words('untitled');
    const html = inLang(values, 'content', lang);
    if (screen === 'card') {
      const summary = textOf(typed) || [...stripHtml(html)].slice(0, summaryLength).join('');
      return (
        <div className="ar-card" data-style={style}>
          <div className="ar-covers">
            {covers.map((url) => (
              <img key={url} src={url} alt="" />
            ))}
          </div>
          <div className="ar-words">
            <strong>
              {Number(pinned) === 1 ? <PushpinOutlined aria-label={words('pinned')} /> : null} {title}
            </strong>
            {style === 'small' ? null : <p className="pv-body">{summary}</p>}
            <p className="pv-meta">{textOf(author)}</p>
          </div>
        </div>
      );
    }
    return (
      <article className="pv-page">
        <h3>{title}</h3>
        <p className="pv-meta">
          <span>{textOf(author)}</span>
          <span>{textOf(publishTime).slice(0, 10)}</span>
        </p>
        {isLink ? (
          <p className="pv-body">{words('opens', { target: textOf(linkUrl) || words('noLink') })}</p>
        ) : (
          // The editor's own document, of the allowed elements only; the server cleans it again.
          <div className="eu-rich" dangerouslySetInnerHTML={{ __html: html || words('empty') }} />
        )}
        <p className="ar-tags">
          {listOf(tags).map((tag) => (
            <span key={String(tag)}>#{String(tag)}</span>
          ))}
        </p>
      </article>
    );
  };
  return (
    <PhoneScreens screens={screens.map((key) => ({ key, label: words(key) }))} pages={screens}>
      {show}
    </PhoneScreens>
  );
}
