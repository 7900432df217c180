import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { appIntroduce, hasPages } from '@wheelhouse/entities/content/app-introduce';
import type { RowOf } from '@wheelhouse/entities/rows';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import { useCall } from '../../../api/query.ts';
import { freshUrl } from '../../../entity-ui/files/fresh.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { PhoneScreens } from '../../../entity-ui/preview/PhoneScreens.tsx';
import { pictureUrls } from '../../../entity-ui/rows/pictures.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { useIntroductionTexts } from './texts.ts';
import './introduction.css';

type UrlOf = (fileId: string) => string | undefined;

/** How far a finger goes, in pixels, until a page is turned. */
const swipe = 40;

interface SwipeProps {
  readonly pages: readonly Row[];
  readonly urlOf: UrlOf;
  readonly button: string;
  readonly lang: Lang;
}

/** Pages as a phone shows them: turned by the buttons, by ← and → and by a finger. */
function Swipe({ pages, urlOf, button, lang }: SwipeProps): ReactNode {
  const words = useIntroductionTexts();
  const [wanted, setWanted] = useState(0);
  const begun = useRef<number>(undefined);
  const last = pages.length - 1;
  const at = Math.min(wanted, last);
  const page = pages[at];
  if (page === undefined) return <p className="wh-faint">{words('noPages')}</p>;
  const go = (to: number): void => setWanted(Math.max(0, Math.min(last, to)));
  const onKey = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    go(at + step);
  };
  const { image, imageEn, text } = page;
  const picture = (lang === 'en' && textOf(imageEn)) || textOf(image);
  return (
    // Keys reach it from its buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="in-swipe"
      onKeyDown={onKey}
      onPointerDown={(event) => {
        begun.current = event.clientX;
      }}
      onPointerUp={(event) => {
        const moved = event.clientX - (begun.current ?? event.clientX);
        begun.current = undefined;
        if (Math.abs(moved) >= swipe) go(at + (moved < 0 ? 1 : -1));
      }}
    >
      {picture === '' ? (
        <i className="in-picture" />
      ) : (
        <img className="in-picture" src={urlOf(picture)} alt="" draggable={false} />
      )}
      <p className="in-text">{textOf(text)}</p>
      {at === last && button !== '' ? <span className="in-button">{button}</span> : null}
      <div className="in-turn" data-lang-free>
        <button
          type="button"
          className="wh-icon-button"
          aria-label={words('previous')}
          aria-disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <LeftOutlined aria-hidden="true" />
        </button>
        <span className="wh-num" role="status" aria-label={words('pageOf', { n: at + 1, count: pages.length })}>
          {at + 1} / {pages.length}
        </span>
        <button
          type="button"
          className="wh-icon-button"
          aria-label={words('next')}
          aria-disabled={at === last}
          onClick={() => go(at + 1)}
        >
          <RightOutlined aria-hidden="true" />
        </button>
      </div>
    </div>
  );
}

function Introduction({ values, urlOf }: { readonly values: Row; readonly urlOf: UrlOf }): ReactNode {
  const words = useIntroductionTexts();
  const { pages, buttonText } = values;
  const show = (_screen: 'intro', lang: Lang): ReactNode => {
    const inLang = (name: 'title' | 'content'): string =>
      (lang === 'en' && textOf(values[`${name}En`])) || textOf(values[name]);
    if (hasPages(values)) return <Swipe pages={rowsOf(pages)} urlOf={urlOf} button={textOf(buttonText)} lang={lang} />;
    return (
      <article className="pv-page">
        <h3>{inLang('title')}</h3>
        {inLang('content') === '' ? (
          <p className="wh-faint">{words('noContent')}</p>
        ) : (
          <div className="eu-rich" dangerouslySetInnerHTML={{ __html: inLang('content') }} />
        )}
      </article>
    );
  };
  return (
    <PhoneScreens screens={[{ key: 'intro', label: words('screen') }]} pages={['intro']}>
      {show}
    </PhoneScreens>
  );
}

const field = appIntroduce.fields.pages;

/** The introduction of the form as it is being written. */
export function IntroductionPreview({ values }: { readonly values: Row }): ReactNode {
  const id = usePage().search.get('id') ?? '';
  const { data: stored } = useCall(
    '/ps/crm/appIntroduce/detail',
    { id },
    { enabled: id !== '', inlineErrors: true, staleTime: 60_000 },
  );
  const known = pictureUrls(field, stored, 'pages');
  return <Introduction values={values} urlOf={(fileId) => freshUrl(fileId) ?? known.get(fileId)} />;
}

/** The introduction of a record. */
export default function RecordPreview({ row }: { readonly row: RowOf<'appIntroduce'> }): ReactNode {
  const known = pictureUrls(field, row, 'pages');
  return <Introduction values={row} urlOf={(fileId) => known.get(fileId)} />;
}
