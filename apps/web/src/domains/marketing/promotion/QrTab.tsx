import { useState, type ReactNode } from 'react';
import { marketingMachines } from '@wheelhouse/entities/machines/marketing';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { QrCode } from '../../../entity-ui/qr/QrCode.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { usePromotionTexts } from './texts.ts';
import './promotion.css';

/** Pixels: for messages, for screens, for print. */
const sizes = [256, 512, 1_024] as const;
const { draft } = marketingMachines['SM-Promotion'].states;

/** The promotion's code, for posters and messages. */
export default function QrTab({ row }: { readonly row: RowOf<'promotion'> }): ReactNode {
  const t = usePromotionTexts();
  const [size, setSize] = useState<number>(sizes[1]);
  const { data, error, refetch, isPlaceholderData } = useCall(
    '/ps/crm/promotion/qrcode',
    { id: row.id, size },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <div className="ov-promotion">
      {Number(row.status) === draft ? <p className="wh-faint">{t('draft')}</p> : null}
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <QrCode images={data} name={`${row.promoCode}-${size}`} busy={isPlaceholderData}>
          <div className="ov-promotion-size">
            <span className="wh-faint">{t('size')}</span>
            <Segments
              label={t('size')}
              options={sizes.map((pixels) => ({ key: pixels, label: `${pixels} px` }))}
              value={size}
              onChange={setSize}
            />
          </div>
        </QrCode>
      )}
    </div>
  );
}
