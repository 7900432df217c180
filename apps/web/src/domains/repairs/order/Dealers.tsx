import type { RepairDealerOption, RepairDealers } from '@wheelhouse/contract/calls/repairs';
import { repairsMachines } from '@wheelhouse/entities/machines/repairs';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { useRepairTexts } from './texts.ts';
import { nameIn } from '../../../reference/reference.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DealersNear } from './DealersNear.tsx';

const { unhandled, dispatched, accepted } = repairsMachines['SM-Repair'].states;
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

/** What the dealers were chosen by, where no place is known. */
function Basis({ from, city }: Pick<RepairDealers, 'from' | 'city'>): ReactNode {
  const texts = useRepairTexts();
  const pick = usePick();
  if (from === 'place' || from === 'vehicle') return null;
  return (
    <p className="rp-basis" role="note">
      {from === 'city' && city !== null ? texts('byCity', { city: pick(city) }) : texts('noPlace')}
    </p>
  );
}

/** How far a dealer is, as far as that is known: in kilometres, else by its city. */
function useDistanceText(): (one: RepairDealerOption) => string {
  const texts = useRepairTexts();
  const lang = useLang();
  return ({ distanceKm, cityName, cityNameEn }) =>
    distanceKm === null
      ? (nameIn({ name: cityName ?? '', nameEn: cityNameEn }, lang) ?? '')
      : texts('km', { km: formatNumber(distanceKm, 1) });
}

/** Asks before an order is handed over: to whom, how far that is, and that an SMS goes out. */
function useHandOver({ row, reload }: DealersProps): {
  readonly busy: boolean;
  readonly choose: (one: RepairDealerOption) => Promise<void>;
} {
  const texts = useRepairTexts();
  const distance = useDistanceText();
  const hand = useAction('/cs/crm/repairOrder/transition', {
    invalidates: ['/cs/crm/repairOrder', '/cs/crm/repairLog'],
    done: texts('chosen'),
  });
  const action = actionIn[Number(row.status)];
  return {
    busy: hand.isPending,
    async choose(one) {
      if (action === undefined) return;
      const asked = await askConfirm({
        title: texts('askDispatch', { order: row.orderNo, name: one.name }),
        description: [
          texts(one.far ? 'askFar' : 'askNear', { distance: distance(one) || texts('unknownDistance') }),
          texts('askSms'),
        ].join(' '),
        okText: texts('choose'),
        danger: one.far,
      });
      if (asked) hand.mutate({ id: row.id, rev: row.rev, action, dealerId: one.id }, { onSuccess: reload });
    },
  };
}

/** Dealers who can repair it, the best first, and those that are far away apart from them. */
export function Dealers({ row, reload }: DealersProps): ReactNode {
  const texts = useRepairTexts();
  const distance = useDistanceText();
  const { data, error, refetch } = useCall('/cs/crm/repairOrder/dealers', { id: row.id }, { inlineErrors: true });
  const { busy, choose } = useHandOver({ row, reload });
  if (!canDispatch(row.status)) return null;
  const closed = texts(data?.openAt === 'appointment' ? 'closed' : 'closedNow');
  const nameOf = ({ name, own, open }: RepairDealerOption): ReactNode => (
    <span className="eu-identity">
      <span>{own ? `${name} (${texts('own')})` : name}</span>
      {open ? null : <small>{closed}</small>}
    </span>
  );
  const dealers = data && [...data.dealers.filter(({ far }) => !far), ...data.dealers.filter(({ far }) => far)];
  return (
    <Section title={texts('dealers')} extra={<span className="wh-faint">{texts('dealersHint')}</span>} flush>
      {data === undefined ? null : <Basis from={data.from} city={data.city} />}
      {dealers === undefined || dealers.length === 0 ? null : <DealersNear dealers={dealers} row={row} />}
      <DataTable
        label={texts('dealers')}
        dense
        height={320}
        columns={[
          { key: 'name', label: texts('dealer'), head: true, render: nameOf },
          {
            key: 'distance',
            label: texts('distance'),
            num: true,
            align: 'end',
            render: (one) => distance(one) || none,
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
                disabled={busy || one.id === row.dealerId}
                onClick={() => void choose(one)}
              >
                {texts('choose')}
              </Button>
            ),
          },
        ]}
        rows={dealers}
        {...(dealers?.some(({ far }) => far) === true && {
          groupOf: ({ far }: RepairDealerOption) => texts(far ? 'farDealers' : 'nearDealers'),
        })}
        error={error}
        onRetry={() => void refetch()}
        rowKey={(one: RepairDealerOption) => one.id}
        empty={texts('noDealers')}
      />
    </Section>
  );
}
