import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { PendingNotice } from '../../overrides/battery/PendingNotice.tsx';
import { batteryOverride } from '../../overrides/battery/battery.tsx';

export default function BatteryManage(): ReactNode {
  return <EntityListPage entity={plain(battery)} override={batteryOverride} nav={<PendingNotice />} />;
}
