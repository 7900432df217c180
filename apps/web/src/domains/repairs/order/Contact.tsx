import type { ReactNode } from 'react';
import { repairsMachines } from '@wheelhouse/entities/machines/repairs';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import { useRepairTexts } from './texts.ts';
import { useCan, useUser } from '../../../session/session.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';

const { dispatched, toConfirm } = repairsMachines['SM-Repair'].states;

/** Whom the dealer calls, in full while the order is theirs to work on. */
export function OwnerContact({ row }: { readonly row: RowOf<'repairOrder'> }): ReactNode {
  const user = useUser();
  const can = useCan();
  const status = Number(row.status);
  const isShown = user.userType === 2 && status >= dispatched && status <= toConfirm && can('privacy.viewPhone');
  return isShown ? <Contact id={row.id} /> : null;
}

function Contact({ id }: { readonly id: string }): ReactNode {
  const texts = useRepairTexts();
  const { data, error, refetch } = useCall('/cs/crm/repairOrder/contact', { id }, { inlineErrors: true });
  return (
    <Section title={texts('contact')}>
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <DescriptionList
          items={[
            { key: 'name', label: texts('contactName'), value: data.contactName },
            {
              key: 'mobile',
              label: texts('contactMobile'),
              value: (
                <a className="wh-num" href={`tel:${data.contactMobile}`}>
                  {data.contactMobile}
                </a>
              ),
            },
            ...(data.address === null ? [] : [{ key: 'address', label: texts('address'), value: data.address }]),
          ]}
        />
      )}
    </Section>
  );
}
