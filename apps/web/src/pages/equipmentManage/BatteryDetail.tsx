import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { EntityDetailPage } from '../../entity-ui/detail/EntityDetailPage.tsx';
import { batteryDetailOverride } from '../../overrides/battery/battery-detail.tsx';

export default function BatteryDetail(): ReactNode {
  return <EntityDetailPage entity={plain(battery)} override={batteryDetailOverride} />;
}
