import { otaEquipment } from '@wheelhouse/entities/ota/ota-equipment';
import { otaExecution } from '@wheelhouse/entities/ota/ota-execution';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { otaEquipmentOverride } from './otaEquipment.override.tsx';
import { useOtaEquipmentTexts } from './texts.ts';

const [equipment, execution] = [plain(otaEquipment), plain(otaExecution)];
const without = ['vin', 'frameNo', 'vehicleTypeId', 'generation', 'online', 'lastReportTime'];

/** The parts of a vehicle with what could be installed on them, and every update that it was notified of. */
export default function VehicleTab({ row: { id } }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const words = useOtaEquipmentTexts();
  const can = useCan();
  return (
    <div className="eu-stack">
      <Section title={words('ofVehicle')}>
        <RelatedList
          entity={equipment}
          override={otaEquipmentOverride}
          fixed={{ vehicleId: id }}
          without={without}
          readOnly={false}
        />
      </Section>
      {can('taskList.query') ? (
        <Section title={words('updates')}>
          <RelatedList entity={execution} fixed={{ vehicleId: id }} without={['vehicleId', 'stage']} />
        </Section>
      ) : null}
    </div>
  );
}
