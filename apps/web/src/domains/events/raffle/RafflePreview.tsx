import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { raffleActivity } from '@wheelhouse/entities/events/raffle-activity';
import { plain } from '@wheelhouse/entities/registry';
import { referredBy, rowsOf } from '@wheelhouse/entities/rows-cells';
import { freshUrl } from '../../../entity-ui/files/fresh.ts';
import type { StepPartProps } from '../../../entity-ui/form/StepForm.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { PhoneScreens } from '../../../entity-ui/preview/PhoneScreens.tsx';
import { useFormPictures } from '../../../entity-ui/preview/useFormPictures.ts';
import { useRefNames } from '../../../entity-ui/refs/useRefOptions.ts';
import { pictureUrls } from '../../../entity-ui/rows/pictures.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { percentOf, summaryOf } from './pool.ts';
import { appTexts, useRaffleTexts } from './texts.ts';
import './raffle.css';

const entity = plain(raffleActivity);
const field = raffleActivity.fields.prizes;
const column = field.fields.prizeId;
const asks = 'raffleActivity.prizes.prizeId';
const { arScan, arPlace } = codes.RaffleType;
const scanned: readonly number[] = [arScan, arPlace];

/** Names of the records that a pool gives, of whichever entity they are. */
function usePrizeNames(rows: readonly Row[]): (row: Row) => string {
  const idsOf = (entityName: string): readonly string[] => [
    ...new Set(
      rows.flatMap((row) => {
        const { prizeId } = row;
        return referredBy(column, row) === entityName && textOf(prizeId) !== '' ? [textOf(prizeId)] : [];
      }),
    ),
  ];
  const names: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    prize: useRefNames({ entity: 'prize', field: asks, all: true }, idsOf('prize')),
    coupon: useRefNames({ entity: 'coupon', field: asks, all: true }, idsOf('coupon')),
    appTheme: useRefNames({ entity: 'appTheme', field: asks, all: true }, idsOf('appTheme')),
  };
  return (row) => {
    const { prizeId } = row;
    return names[referredBy(column, row) ?? '']?.get(textOf(prizeId)) ?? '';
  };
}

interface ScreenProps {
  readonly values: Row;
  readonly stored: Row | undefined;
  readonly lang: Lang;
}

/** Prizes of a pool with their odds, as the app lists them. */
function Prizes({ values: { prizes }, stored, lang }: ScreenProps): ReactNode {
  const t = useRaffleTexts();
  const rows = rowsOf(prizes);
  const nameOf = usePrizeNames(rows);
  const known = pictureUrls(field, stored, 'prizes');
  const { lines, rest } = summaryOf(rows, () => undefined);
  if (rows.length === 0) return <p className="wh-faint">{t('noPrizes')}</p>;
  return (
    <ul className="rf-phone-prizes">
      {lines.map(({ levelName, odds }, at) => {
        const row = rows[at] ?? {};
        const { displayImage } = row;
        const image = textOf(displayImage);
        const url = image === '' ? undefined : (freshUrl(image) ?? known.get(image));
        return (
          <li key={at}>
            {url === undefined ? <i /> : <img src={url} alt="" />}
            <span>
              <b>{levelName}</b> {nameOf(row)}
            </span>
            <small className="wh-num">{percentOf(odds)}</small>
          </li>
        );
      })}
      <li>
        <i />
        <span>{appTexts.nothing[lang]}</span>
        <small className="wh-num">{percentOf(rest)}</small>
      </li>
    </ul>
  );
}

/** An event as the app shows it, of what the form has so far. */
export default function RafflePreview({ values, stored }: StepPartProps): ReactNode {
  const t = useRaffleTexts();
  const pictures = useFormPictures(entity, values);
  const { activityType, startTime, endTime, dailyStart, dailyEnd } = values;
  const [cover] = pictures('cover');
  const [ground] = pictures('bgImage');
  const needsScan = scanned.includes(Number(activityType));
  const inLang = (name: 'name' | 'ruleContent', lang: Lang): string =>
    (lang === 'en' && textOf(values[`${name}En`])) || textOf(values[name]);
  const show = (screen: 'home' | 'rules', lang: Lang): ReactNode =>
    screen === 'rules' ? (
      <article className="pv-page">
        {inLang('ruleContent', lang) === '' ? (
          <p className="wh-faint">{t('noRules')}</p>
        ) : (
          // The editor's own document, of the allowed elements only; the server cleans it again.
          <div className="eu-rich" dangerouslySetInnerHTML={{ __html: inLang('ruleContent', lang) }} />
        )}
      </article>
    ) : (
      <div className="rf-phone" style={ground === undefined ? {} : { backgroundImage: `url("${ground}")` }}>
        {cover === undefined ? (
          <div className="rf-phone-cover wh-faint">{t('noImage')}</div>
        ) : (
          <img className="rf-phone-cover" src={cover} alt="" />
        )}
        <div className="pv-card">
          <strong>{inLang('name', lang) || t('noName')}</strong>
          <p className="pv-body wh-num">
            {appTexts.until[lang]
              .replace('{from}', textOf(startTime).slice(0, 16))
              .replace('{to}', textOf(endTime).slice(0, 16))}
            {textOf(dailyStart) === '' ? null : ` · ${textOf(dailyStart)}–${textOf(dailyEnd)}`}
          </p>
        </div>
        <span className="rf-phone-button">{appTexts[needsScan ? 'scan' : 'draw'][lang]}</span>
        <div className="pv-card">
          <strong>{appTexts.pool[lang]}</strong>
          <Prizes values={values} stored={stored} lang={lang} />
        </div>
      </div>
    );
  return (
    <PhoneScreens
      screens={[
        { key: 'home', label: t('home') },
        { key: 'rules', label: t('rules') },
      ]}
      pages={['home', 'rules']}
    >
      {show}
    </PhoneScreens>
  );
}
