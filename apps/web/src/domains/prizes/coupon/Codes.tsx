import { UploadOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { codes } from '@wheelhouse/entities/codes';
import { prizesMachines } from '@wheelhouse/entities/machines/prizes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { useCouponTexts } from './texts.ts';
import './coupon.css';

const CodesDialog = dialogPart(() => import('./CodesDialog.tsx'));
const { draft, ended } = prizesMachines['SM-Coupon'].states;

/** How many codes of another company a coupon has; their owners alone see them. */
export default function Codes({ row }: { readonly row: RowOf<'coupon'> }): ReactNode {
  const t = useCouponTexts();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (row.couponType !== codes.CouponType.external) return null;
  const n = row.codeCount ?? 0;
  return (
    <Section title={t('codes')}>
      <div className="cp-codes">
        <span>{t('codesOf', { n: formatNumber(n), total: formatNumber(row.total) })}</span>
        {row.status === draft && n !== row.total ? <span className="wh-faint">{t('codesOff')}</span> : null}
        {can('coupon.codes') && row.status !== ended ? (
          <Button icon={<UploadOutlined />} onClick={() => setOpen(true)}>
            {t('importCodes')}
          </Button>
        ) : null}
      </div>
      {isOpen ? <CodesDialog coupon={row} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
}
