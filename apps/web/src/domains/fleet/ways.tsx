import { EnvironmentOutlined, NodeIndexOutlined, SlidersOutlined } from '@ant-design/icons';
import type { HeadAction } from '../../entity-ui/detail/head.ts';
import type { Text } from '../../i18n/lang.ts';
import { hrefOf } from '../../routing/page.ts';
import { traceHref } from './trace-href.ts';
import { useVehicleStatus } from './useVehicleStatus.ts';

const texts = {
  noVehicle: { zh: '未装车', en: 'It is in no vehicle' },
  outside: { zh: '车辆不在您的管理范围内', en: 'The vehicle is outside your data scope' },
  never: { zh: '车辆从未上报，没有轨迹', en: 'The vehicle has never reported: there is no trace' },
  noFix: { zh: '车辆没有定位', en: 'The vehicle has no position' },
  noImei: { zh: '车辆没有中控（IMEI）', en: 'The vehicle has no control unit (IMEI)' },
} as const satisfies Readonly<Record<string, Text>>;

/** What the ways need to know of a vehicle. */
interface WaysTo {
  readonly id: string | null;
  /** VIN or frame number; '' where the status alone knows it. */
  readonly name: string;
  readonly imei?: string | null;
}

/** Remote control, trace and map of a vehicle, each with the reason where there is none. */
export function useVehicleWays({ id, name: known, imei }: WaysTo): readonly HeadAction[] {
  const { status, hidden } = useVehicleStatus(id);
  const name = known || (status?.vin ?? status?.frameNo ?? '');
  const none = id === null ? texts.noVehicle : hidden ? texts.outside : undefined;
  const placed = status === undefined || (status.gpsLng !== null && status.gpsLat !== null);
  const reported = status === undefined || status.dataAgeSec !== null;
  return [
    {
      key: 'control',
      label: { zh: '远控', en: 'Control' },
      icon: <SlidersOutlined />,
      href: hrefOf('remoteControl', { vin: name }),
      code: 'vehicleManage.remote',
      primary: true,
      refusal: none ?? (imei === null || imei === '' ? texts.noImei : undefined),
    },
    {
      key: 'trace',
      label: { zh: '轨迹', en: 'Trace' },
      icon: <NodeIndexOutlined />,
      href: traceHref(id ?? ''),
      code: 'vehicleManage.trace',
      refusal: none ?? (reported ? undefined : texts.never),
    },
    {
      key: 'map',
      label: { zh: '地图', en: 'Map' },
      icon: <EnvironmentOutlined />,
      href: hrefOf('vehicleManage', { view: 'map', keyword: name }),
      code: 'vehicleManage.query',
      refusal: none ?? (placed ? undefined : texts.noFix),
    },
  ];
}
