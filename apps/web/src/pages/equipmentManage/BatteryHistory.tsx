import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { batteryBinding } from '@wheelhouse/entities/vehicles/battery-binding';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { batteryHistoryOverride } from '../../overrides/battery/history.tsx';

export default function BatteryHistory(): ReactNode {
  return <EntityListPage entity={plain(batteryBinding)} override={batteryHistoryOverride} />;
}
