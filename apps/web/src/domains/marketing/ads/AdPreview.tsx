import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { adSlots } from '@wheelhouse/entities/marketing/ad-slots';
import { useCall } from '../../../api/query.ts';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { freshUrl } from '../../../entity-ui/files/fresh.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { PhoneFrame } from '../../../entity-ui/preview/PhoneFrame.tsx';
import { usePage } from '../../../routing/page.ts';
import { useAdTexts } from './texts.ts';
import './ads.css';

const { splash, home, popup } = codes.AdPosition;

interface ScreenProps {
  readonly position: number;
  readonly url: string | undefined;
  readonly title: string;
  readonly seconds: number;
}

/** An advertisement in its place of the app. */
export function AdScreen({ position, url, title, seconds }: ScreenProps): ReactNode {
  const words = useAdTexts();
  const [size] = (adSlots[position] ?? adSlots[home])?.sizes ?? [];
  const picture = (
    <div className="ad-picture" style={size && { aspectRatio: `${size.width} / ${size.height}` }}>
      {url === undefined ? <span className="wh-faint">{words('noImage')}</span> : <img src={url} alt={title} />}
    </div>
  );
  return (
    <div className="pv">
      <PhoneFrame isPage={position !== popup}>
        {position === splash ? (
          <div className="ad-splash">
            {picture}
            <span className="ad-skip">{words('skip', { n: seconds })}</span>
          </div>
        ) : position === popup ? (
          <div className="ad-popup">
            {picture}
            <span className="ad-close" role="img" aria-label={words('close')}>
              ×
            </span>
          </div>
        ) : (
          <div className="ad-page">
            {picture}
            <i />
            <i />
            <i />
          </div>
        )}
      </PhoneFrame>
    </div>
  );
}

/** The advertisement of the form, with the picture it has or has just been given. */
export function AdPreview({ values }: { readonly values: Row }): ReactNode {
  const { position, title, displaySeconds = 3, image: chosen } = values;
  const image = textOf(chosen);
  const id = usePage().search.get('id') ?? '';
  const { data: stored } = useCall(
    '/ps/crm/advertisement/detail',
    { id },
    { enabled: id !== '', inlineErrors: true, staleTime: 60_000 },
  );
  const kept = stored !== undefined && stored.image === image ? fileUrls(stored, 'image')[0] : undefined;
  return (
    <AdScreen
      position={Number(position)}
      url={freshUrl(image) ?? kept}
      title={textOf(title)}
      seconds={Number(displaySeconds)}
    />
  );
}
