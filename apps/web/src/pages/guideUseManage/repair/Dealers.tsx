import type { RepairDealerOption } from '@wheelhouse/contract/calls/repairs';
import { supportMachines } from '@wheelhouse/entities/machines/support';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { useRepairTexts } from '../../../overrides/repair/texts.ts';
import { Button } from '../../../ui/Button.tsx';
import { none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DealersNear } from './DealersNear.tsx';

const { unhandled, dispatched, accepted } = supportMachines['SM-Repair'].states;
/** States in which an order can go to a dealer, and how that is called. */
const actionIn: Readonly<Record<number, 'dispatch' | 'redispatch'>> = {
  [unhandled]: 'dispatch',
  [dispatched]: 'redispatch',
  [accepted]: 'redispatch',
};

export const canDispatch = (status: unknown): boolean => actionIn[Number(status)] !== undefined;

interface DealersProps {
  readonly row: RowOf<'repairOrder'>;
  readonly reload: () => void;
}

/** Dealers who can repair it, the best first: one press hands the order over. */
export function Dealers({ row, reload }: DealersProps): ReactNode {
  const texts = useRepairTexts();
  const { data, error, refetch } = useCall('/cs/crm/repairOrder/dealers', { id: row.id }, { inlineErrors: true });
  const hand = useAction('/cs/crm/repairOrder/transition', {
    invalidates: ['/cs/crm/repairOrder', '/cs/crm/repairLog'],
    done: texts('chosen'),
  });
  const action = actionIn[Number(row.status)];
  if (action === undefined) return null;
  const choose = ({ id }: RepairDealerOption): void =>
    hand.mutate({ id: row.id, rev: row.rev, action, dealerId: id }, { onSuccess: reload });
  const nameOf = ({ name, own, open }: RepairDealerOption): ReactNode => (
    <span className="eu-identity">
      <span>{own ? `${name} (${texts('own')})` : name}</span>
      {open ? null : <small>{texts('closed')}</small>}
    </span>
  );
  return (
    <Section title={texts('dealers')} extra={<span className="wh-faint">{texts('dealersHint')}</span>} flush>
      {data === undefined || data.length === 0 ? null : <DealersNear dealers={data} row={row} />}
      <DataTable
        label={texts('dealers')}
        dense
        height={264}
        columns={[
          { key: 'name', label: texts('dealer'), head: true, render: nameOf },
          {
            key: 'distanceKm',
            label: texts('distance'),
            num: true,
            align: 'end',
            render: (one) => one.distanceKm ?? none,
          },
          { key: 'openOrders', label: texts('openOrders'), num: true, align: 'end', render: (one) => one.openOrders },
          { key: 'rating', label: texts('rating'), num: true, align: 'end', render: (one) => one.rating ?? none },
          {
            key: 'choose',
            label: texts('choose'),
            quiet: true,
            edge: 'end',
            render: (one) => (
              <Button
                size="small"
                aria-label={texts('chooseNamed', { name: one.name })}
                disabled={hand.isPending || one.id === row.dealerId}
                onClick={() => choose(one)}
              >
                {texts('choose')}
              </Button>
            ),
          },
        ]}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={(one: RepairDealerOption) => one.id}
        empty={texts('noDealers')}
      />
    </Section>
  );
}
