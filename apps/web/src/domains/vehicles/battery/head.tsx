import { codes } from '@wheelhouse/entities/codes';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import type { ReactNode } from 'react';
import type { HeadAction, HeadDef } from '../../../entity-ui/detail/head.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { FactText } from '../../../entity-ui/detail/HeadStrip.tsx';
import { cellOf } from '../../../entity-ui/override.ts';
import { useTexts, type Texts } from '../../../i18n/lang.ts';
import { useAgoText, useSecondsSince } from '../../fleet/ago.ts';
import { alarmsOf, repairsOf } from '../../../blocks/open-counts.ts';
import { OnlineFact, PlaceFact, stateTexts, VehicleAge } from '../../fleet/state-facts.tsx';
import { useVehicleWays } from '../../fleet/ways.tsx';
import { batteryOverride } from './battery.override.tsx';

const entity = plain(battery);
type Battery = { readonly row: RowOf<'battery'> };

const texts = {
  health: { zh: '健康度', en: 'Health' },
  cycles: { zh: '循环{n}次', en: '{n} cycles' },
  charging: { zh: '充电中', en: 'charging' },
  charged: { zh: '{ago}为充电中', en: 'was charging {ago}' },
  asOf: { zh: '{ago}的数值', en: 'value of {ago}' },
  reported: { zh: '电池数据{ago}上报。', en: 'The battery reported {ago}.' },
  silent: { zh: '电池还没有上报过数据。', en: 'The battery has not reported yet.' },
} as const satisfies Texts;

/** Seconds after which a value is no longer that of now. */
const freshSec = 600;

function ChargeFact({ row }: Battery): ReactNode {
  const words = useTexts(texts);
  const agoText = useAgoText();
  const age = useSecondsSince(row.lastReportTime);
  const ago = age === null ? '' : agoText(age);
  const isOld = age !== null && age > freshSec;
  const charging = isOld ? words('charged', { ago }) : words('charging');
  const note = row.charging === 1 ? charging : isOld ? words('asOf', { ago }) : '';
  return (
    <FactText note={note}>
      <FieldValue entity={entity} name="soc" row={row} place="detail" as={cellOf(batteryOverride, 'soc')} />
    </FactText>
  );
}

function HealthFact({ row }: Battery): ReactNode {
  const words = useTexts(texts);
  return (
    <FactText note={row.cycleCount === null ? '' : words('cycles', { n: row.cycleCount })}>
      <FieldValue entity={entity} name="soh" row={row} place="detail" as={cellOf(batteryOverride, 'soh')} />
    </FactText>
  );
}

function Age({ row }: Battery): ReactNode {
  const words = useTexts(texts);
  const agoText = useAgoText();
  const age = useSecondsSince(row.lastReportTime);
  return (
    <VehicleAge
      vehicleId={row.vehicleId}
      before={age === null ? words('silent') : words('reported', { ago: agoText(age) })}
    />
  );
}

const useWays = ({ vehicleId, vin }: RowOf<'battery'>): readonly HeadAction[] =>
  useVehicleWays({ id: vehicleId, name: vin ?? '' });

/** A battery at a glance: its charge and health, and the vehicle that it sits in. */
export const batteryHead: HeadDef<RowOf<'battery'>> = {
  facts: [
    { key: 'charge', label: stateTexts.charge, component: ChargeFact },
    { key: 'health', label: texts.health, component: HealthFact },
    { key: 'online', label: stateTexts.state, component: ({ row }) => <OnlineFact vehicleId={row.vehicleId} /> },
    { key: 'place', label: stateTexts.place, component: ({ row }) => <PlaceFact vehicleId={row.vehicleId} /> },
  ],
  age: Age,
  counts: [alarmsOf(({ vehicleId }) => vehicleId, codes.AlarmClass.battery), repairsOf(({ vehicleId }) => vehicleId)],
  useActions: useWays,
};
