import { Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { parseInstant } from '@wheelhouse/contract';
import { plain } from '@wheelhouse/entities/registry';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { batteryBinding } from '@wheelhouse/entities/vehicles/battery-binding';
import { textOf } from '../../../entity-ui/model.ts';
import { Facts } from '../../../entity-ui/detail/Facts.tsx';
import { CurveView } from './CurveView.tsx';
import { useBatteryTexts } from './texts.ts';

/** What a battery measured in a vehicle: until it came out, or until now. */
export default function SnapshotDrawer({
  row,
  onClose,
}: {
  readonly row: ListRowOf<'batteryBinding'>;
  readonly onClose: () => void;
}): ReactNode {
  const texts = useBatteryTexts();
  const [until] = useState(() => parseInstant(textOf(row.unbindTime))?.getTime() ?? Date.now());
  const batterySn = textOf(row.batterySn);
  return (
    <Drawer open size={860} onClose={onClose} title={`${texts('snapshots')} · ${batterySn}`}>
      <div className="eu-stack">
        <Facts
          entity={plain(batteryBinding)}
          row={row}
          names={['vehicleId', 'slot', 'bindTime', 'unbindTime', 'cycleStart', 'cycleEnd', 'sohStart', 'sohEnd']}
        />
        <CurveView path="/veh/crm/historyBattery/snapshots" batterySn={batterySn} until={until} />
      </div>
    </Drawer>
  );
}
