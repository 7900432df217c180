import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { replacementRecord } from '@wheelhouse/entities/repairs/replacement-record';
import { ecu } from '@wheelhouse/entities/vehicles/ecu';
import { ecuVersion } from '@wheelhouse/entities/vehicles/ecu-version';
import type { CellProps } from '../../../entity-ui/cells/types.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { usePick, type Texts } from '../../../i18n/lang.ts';
import { DescriptionList } from '../../../ui/Layout.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import { part } from '../../../ui/part.tsx';

const EcuFaultsTab = part(() => import('../../alarms/FaultList.tsx'));
type RowProps = { readonly row: RowOf<'ecu'> };

const texts = {
  versions: { zh: '版本历史', en: 'Version history' },
  replacements: { zh: '换件记录', en: 'Replacements' },
} as const satisfies Texts;

/** Settings that a control unit reports, with their units. */
const settings: Readonly<Record<string, { readonly zh: string; readonly en: string; readonly unit?: string }>> = {
  reportMovingS: { zh: '骑行上报间隔', en: 'Report interval (riding)', unit: 's' },
  reportParkedS: { zh: '驻车上报间隔', en: 'Report interval (parked)', unit: 's' },
  guardRadiusM: { zh: '围栏半径', en: 'Geofence radius', unit: 'm' },
  speedLimitKmh: { zh: '限速', en: 'Speed limit', unit: 'km/h' },
  vibrationLevel: { zh: '震动灵敏度', en: 'Vibration sensitivity' },
  serverHost: { zh: '服务器', en: 'Server' },
  version: { zh: '配置版本', en: 'Configuration version' },
};

function ConfigCell({ value }: CellProps): ReactNode {
  const pick = usePick();
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return (
    <DescriptionList
      items={entries.map(([key, one]) => {
        const known = Object.hasOwn(settings, key) ? settings[key] : undefined;
        const text = typeof one === 'number' ? formatNumber(one) : typeof one === 'string' ? one : JSON.stringify(one);
        return {
          key,
          label: known === undefined ? key : pick(known),
          value: <span className="wh-num">{known?.unit === undefined ? text : `${text} ${known.unit}`}</span>,
        };
      })}
    />
  );
}

const EcuFacts = ({ row }: RowProps): ReactNode => (
  <Facts
    entity={plain(ecu)}
    row={row}
    names={['vehicleId', 'deviceType', 'model', 'softwareVersion', 'lastReportTime']}
  />
);
const VersionsTab = ({ row }: RowProps): ReactNode => (
  <RelatedList entity={plain(ecuVersion)} fixed={{ ecuId: row.id }} without={['deviceType']} />
);
const ReplacementsTab = ({ row }: RowProps): ReactNode => (
  <RelatedList
    entity={plain(replacementRecord)}
    fixed={{ vehicleId: row.vehicleId, deviceType: row.deviceType }}
    without={['vehicleId', 'deviceType']}
  />
);

const ecuOverride = defineOverride('ecu', {
  cell: { config: ConfigCell },
  head: { line: EcuFacts },
  tabs: [
    {
      key: 'faults',
      label: { zh: '故障历史', en: 'Fault history' },
      code: 'alarmManage.query',
      component: EcuFaultsTab,
    },
    { key: 'versions', label: texts.versions, component: VersionsTab },
    {
      key: 'replacements',
      label: texts.replacements,
      code: 'replacementRecord.query',
      component: ReplacementsTab,
    },
  ],
});

export { ecuOverride as default };
