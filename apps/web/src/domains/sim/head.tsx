import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import type { HeadAction, HeadDef } from '../../entity-ui/detail/head.ts';
import { FactText } from '../../entity-ui/detail/HeadStrip.tsx';
import { textOf } from '../../entity-ui/model.ts';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { formatNumber } from '../../ui/format.ts';
import { useAgoText, useSecondsSince } from '../fleet/ago.ts';
import { alarmsOf, operationsOf, repairsOf } from '../../blocks/open-counts.ts';
import { OnlineFact, PlaceFact, stateTexts, VehicleAge } from '../fleet/state-facts.tsx';
import { useVehicleWays } from '../fleet/ways.tsx';
import { Rate } from './Rate.tsx';

type Card = { readonly row: RowOf<'simCard'> };

const texts = {
  card: { zh: '卡状态', en: 'Card' },
  usage: { zh: '本月用量', en: 'Used this month' },
  expires: { zh: '到期', en: 'Expires' },
  stopped: { zh: '停机原因：{why}', en: 'suspended: {why}' },
  net: { zh: '网络{state}', en: 'network: {state}' },
  used: { zh: '{used} / {all} MB', en: '{used} of {all} MB' },
  daysLeft: { zh: '还有{n}天', en: '{n} days left' },
  over: { zh: '已过期{n}天', en: '{n} days over' },
  checked: { zh: '卡状态与用量{ago}与运营商核对。', en: 'State and usage were compared with the carrier {ago}.' },
  unchecked: { zh: '卡状态尚未与运营商核对。', en: 'The state has not been compared with the carrier yet.' },
} as const satisfies Texts;

function CardFact({ row }: Card): ReactNode {
  const words = useTexts(texts);
  const dict = useDictLookup();
  const why = row.stopReason === null ? undefined : dict('SimStopReason', row.stopReason)?.name;
  const net = row.netStatus === null ? undefined : dict('OnlineStatus', row.netStatus)?.name;
  const note = why === undefined ? net && words('net', { state: net }) : words('stopped', { why });
  return <FactText note={note}>{dict('SimStatus', row.simStatus)?.name}</FactText>;
}

function UsageFact({ row }: Card): ReactNode {
  const words = useTexts(texts);
  const all = formatNumber(row.packageMb);
  return (
    <FactText note={words('used', { used: formatNumber(row.monthUsedMb, 1), all })}>
      <Rate value={Number(row.usageRate)} />
    </FactText>
  );
}

function ExpiryFact({ row }: Card): ReactNode {
  const words = useTexts(texts);
  const days = Number(row.daysLeft ?? 0);
  return (
    <FactText note={days < 0 ? words('over', { n: -days }) : words('daysLeft', { n: days })}>
      {textOf(row.expireTime)}
    </FactText>
  );
}

function Age({ row }: Card): ReactNode {
  const words = useTexts(texts);
  const agoText = useAgoText();
  const checked = useSecondsSince(row.lastSyncTime);
  return (
    <VehicleAge
      vehicleId={row.vehicleId}
      before={checked === null ? words('unchecked') : words('checked', { ago: agoText(checked) })}
    />
  );
}

const useWays = ({ vehicleId, vin }: RowOf<'simCard'>): readonly HeadAction[] =>
  useVehicleWays({ id: vehicleId, name: vin ?? '' });

/** A card at a glance: its state at the carrier, what is used of it, and the vehicle that it is in. */
export const simHead: HeadDef<RowOf<'simCard'>> = {
  facts: [
    { key: 'card', label: texts.card, component: CardFact },
    { key: 'usage', label: texts.usage, component: UsageFact },
    { key: 'expires', label: texts.expires, component: ExpiryFact },
    { key: 'online', label: stateTexts.state, component: ({ row }) => <OnlineFact vehicleId={row.vehicleId} /> },
    { key: 'place', label: stateTexts.place, component: ({ row }) => <PlaceFact vehicleId={row.vehicleId} /> },
  ],
  age: Age,
  counts: [
    operationsOf(({ iccid }) => iccid),
    alarmsOf(({ vehicleId }) => vehicleId),
    repairsOf(({ vehicleId }) => vehicleId),
  ],
  useActions: useWays,
};
