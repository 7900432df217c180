import { CloudUploadOutlined } from '@ant-design/icons';
import { codes } from '@wheelhouse/entities/codes';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride, type RecordPage } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';
import { loaderOf } from '../../../routing/pages.ts';
import { routeByName } from '../../../routing/routes.ts';
import { none } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import { texts } from './texts.ts';

const History = part(() => import('./History.tsx'));

const { single } = codes.OtaTaskType;
const wizard = 'otaTaskAdd';

/** To the wizard, with the vehicle and its part filled in. */
function upgradeLinks(row: ListRowOf<'otaEquipment'>): readonly RecordPage[] {
  const { vin, frameNo, deviceType, partModel, vehicleTypeId, targetVersion } = row;
  const route = routeByName(wizard);
  if (route === undefined || loaderOf(route) === undefined) return [];
  return [
    {
      label: texts.upgrade,
      icon: <CloudUploadOutlined />,
      code: ['otaEquipmentManage.upgrade', route.permission],
      href: hrefOf(wizard, {
        taskType: single,
        vin: textOf(vin) || textOf(frameNo),
        deviceType: textOf(deviceType),
        partModel: textOf(partModel) || undefined,
        vehicleTypeId: textOf(vehicleTypeId) || undefined,
        version: textOf(targetVersion) || undefined,
      }),
    },
  ];
}

/** The version that fits stands out where it is above the installed one. */
function TargetCell({ value, row }: CellPropsOf<'otaEquipment'>): ReactNode {
  if (textOf(value) === '') return <span className="wh-faint">{none}</span>;
  return <span className={row.upgradable === 1 ? 'wh-num wh-tag wh-tag-primary' : 'wh-num'}>{textOf(value)}</span>;
}

export const otaEquipmentOverride = defineOverride('otaEquipment', {
  cell: { targetVersion: TargetCell },
  links: upgradeLinks,
  tabs: [{ key: 'versions', label: texts.history, component: History }],
});

export { otaEquipmentOverride as default };
