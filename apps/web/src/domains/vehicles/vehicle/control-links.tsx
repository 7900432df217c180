import { BugOutlined, SlidersOutlined } from '@ant-design/icons';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../entity-ui/model.ts';
import { hrefOf } from '../../../routing/page.ts';
import type { RecordPage } from '../../../entity-ui/override.ts';

const nameOf = (row: ListRowOf<'vehicle'>): string => textOf(row.vin) || textOf(row.frameNo);

/** The way from a vehicle to its debugging, with the vehicle filled in. */
export const debugLinks = (row: ListRowOf<'vehicle'>): readonly RecordPage[] => [
  {
    label: { zh: '调试', en: 'Debug' },
    icon: <BugOutlined />,
    href: hrefOf('vehicleRemoteDebugging', { vin: nameOf(row) }),
    code: 'vehicleManage.debug',
  },
];

/** Ways from a vehicle to its remote control and debugging. */
export const controlLinks = (row: ListRowOf<'vehicle'>): readonly RecordPage[] => [
  {
    label: { zh: '远控', en: 'Remote control' },
    icon: <SlidersOutlined />,
    href: hrefOf('remoteControl', { vin: nameOf(row) }),
    code: 'vehicleManage.remote',
  },
  ...debugLinks(row),
];
