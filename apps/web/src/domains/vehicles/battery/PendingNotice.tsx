import { Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { batteryPending } from '@wheelhouse/entities/vehicles/battery-pending';
import { useCall } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { useBatteryTexts } from './texts.ts';
import '../../../blocks/blocks.css';

/** Says how many vehicles report another battery than is recorded, and opens them. */
export function PendingNotice({ vehicleId }: { readonly vehicleId?: string }): ReactNode {
  const texts = useBatteryTexts();
  const [open, setOpen] = useState(false);
  const of = vehicleId === undefined ? {} : { vehicleId };
  const { data } = useCall(
    '/veh/crm/battery/pending/list',
    { page: 1, pageSize: 1, query: { ...of, status: 0 } },
    { inlineErrors: true, staleTime: 30_000 },
  );
  if (!open && (data === undefined || data.total === 0)) return null;
  return (
    <>
      <p className="ov-notice" role="status">
        {texts('pendingHint', { n: data?.total ?? 0 })}{' '}
        <button type="button" className="wh-link-button" onClick={() => setOpen(true)}>
          {texts('handle')}
        </button>
      </p>
      {open ? (
        <Drawer open size={1040} onClose={() => setOpen(false)} title={texts('pending')}>
          <Dialogs>
            <RelatedList entity={plain(batteryPending)} fixed={of} readOnly={false} filters />
          </Dialogs>
        </Drawer>
      ) : null}
    </>
  );
}
