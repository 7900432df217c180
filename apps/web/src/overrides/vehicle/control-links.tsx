import { BugOutlined, ControlOutlined } from '@ant-design/icons';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../entity-ui/model.ts';
import { hrefOf } from '../../routing/page.ts';
import type { RecordPage } from '../../entity-ui/override.ts';

/** Ways from a vehicle to its remote control and debugging, with the vehicle filled in. */
export function controlLinks(row: ListRowOf<'vehicle'>): readonly RecordPage[] {
  const vin = textOf(row.vin) || textOf(row.frameNo);
  return [
    {
      label: { zh: '远控', en: 'Remote control' },
      icon: <ControlOutlined />,
      href: hrefOf('remoteControl', { vin }),
      code: 'vehicleManage.remote',
    },
    {
      label: { zh: '调试', en: 'Debug' },
      icon: <BugOutlined />,
      href: hrefOf('vehicleRemoteDebugging', { vin }),
      code: 'vehicleManage.debug',
    },
  ];
}
