import type { CSSProperties, ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { isColor } from '@wheelhouse/entities/color';
import { appTheme } from '@wheelhouse/entities/content/app-theme';
import { plain } from '@wheelhouse/entities/registry';
import { isSkin, type ThemeSlot } from '@wheelhouse/entities/content/theme-slots';
import type { RowOf } from '@wheelhouse/entities/rows';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { PhoneScreens } from '../../../entity-ui/preview/PhoneScreens.tsx';
import { useFormPictures } from '../../../entity-ui/preview/useFormPictures.ts';
import type { Lang } from '../../../i18n/lang.ts';
import { appTexts, useThemeTexts } from './texts.ts';
import './theme.css';

const screens = ['home', 'riding', 'charging'] as const;
type Screen = (typeof screens)[number];
const levels = { home: '64%', riding: '78%', charging: '64%' } as const;
const facts = { home: 'homeFact', riding: 'ridingFact', charging: 'chargingFact' } as const;
const buttons = ['lockIcon', 'unlockIcon', 'findIcon', 'powerIcon'] as const;
const tabs = [
  ['tabHome', 'tabHomeSelected'],
  ['tabService', 'tabService'],
  ['tabMine', 'tabMine'],
] as const;

type UrlOf = (slot: ThemeSlot) => string | undefined;

/** The app with a skin on; what the skin lacks yet is left blank. */
function Skin({ values, urlOf }: { readonly values: Row; readonly urlOf: UrlOf }): ReactNode {
  const words = useThemeTexts();
  const color = (name: 'primaryColor' | 'textColor' | 'bgColor'): string | undefined => {
    const given = textOf(values[name]).toUpperCase();
    return isColor(given) ? given : undefined;
  };
  const picture = (slot: ThemeSlot): ReactNode => {
    const url = urlOf(slot);
    return url === undefined ? <i /> : <img src={url} alt="" />;
  };
  const ground = urlOf('homeBg');
  const card = urlOf('cardBg');
  const style: CSSProperties = {
    color: color('textColor'),
    backgroundColor: color('bgColor'),
    ...(ground !== undefined && { backgroundImage: `url("${ground}")` }),
  };
  const show = (screen: Screen, lang: Lang): ReactNode => (
    <div className="th-screen" style={style}>
      <strong>{appTexts[screen][lang]}</strong>
      <div className="th-card" style={card === undefined ? undefined : { backgroundImage: `url("${card}")` }}>
        <b style={{ color: color('primaryColor') }}>{levels[screen]}</b>
        {appTexts[facts[screen]][lang]}
        <span className="th-level">
          <i style={{ width: levels[screen], background: color('primaryColor') }} />
        </span>
      </div>
      <div className="th-buttons">
        {buttons.map((name) => (
          <span key={name}>
            {picture(name)}
            {appTexts[name][lang]}
          </span>
        ))}
      </div>
      <div className="th-tabs">
        {tabs.map(([name, slot]) => (
          <span key={name} style={name === 'tabHome' ? { color: color('primaryColor') } : undefined}>
            {picture(slot)}
            {appTexts[name][lang]}
          </span>
        ))}
      </div>
    </div>
  );
  return (
    <PhoneScreens screens={screens.map((key) => ({ key, label: words(key) }))} pages={screens}>
      {show}
    </PhoneScreens>
  );
}

/** The skin of the form as it is being made. */
export function ThemePreview({ values }: { readonly values: Row }): ReactNode {
  const pictures = useFormPictures(plain(appTheme), values);
  return isSkin(values) ? <Skin values={values} urlOf={(slot) => pictures(slot)[0]} /> : null;
}

/** The skin of a record. */
export default function RecordPreview({ row }: { readonly row: RowOf<'appTheme'> }): ReactNode {
  const words = useThemeTexts();
  if (!isSkin(row)) return <p className="wh-faint">{words('noSkin')}</p>;
  return <Skin values={row} urlOf={(slot) => fileUrls(row, slot)[0]} />;
}
