import { GiftOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { prizesMachines } from '@wheelhouse/entities/machines/prizes';
import { userCoupon } from '@wheelhouse/entities/prizes/user-coupon';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { useCouponTexts } from './texts.ts';
import './coupon.css';

const GrantDialog = dialogPart(() => import('./GrantDialog.tsx'));
const { issuing } = prizesMachines['SM-Coupon'].states;

/** Who has a coupon, and giving it to more people. */
export default function Holders({ row }: { readonly row: RowOf<'coupon'> }): ReactNode {
  const t = useCouponTexts();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="eu-stack">
      {can('coupon.grant') && row.status === issuing ? (
        <div className="cp-row">
          <Button type="primary" icon={<GiftOutlined />} onClick={() => setOpen(true)}>
            {t('grant')}
          </Button>
        </div>
      ) : null}
      <RelatedList
        entity={plain(userCoupon)}
        fixed={{ couponId: row.id }}
        without={['couponId']}
        filters
        readOnly={false}
      />
      {isOpen ? <GrantDialog coupon={row} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
