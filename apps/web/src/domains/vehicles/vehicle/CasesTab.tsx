import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { stolenCase } from '@wheelhouse/entities/theft/stolen-case';
import { unbindApplication } from '@wheelhouse/entities/binding/unbind-application';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { stolenCaseOverride } from '../../theft/stolenCase.override.tsx';
import { useTheftTexts } from '../../theft/texts.ts';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';

const ofVehicle = ['vehicleId', 'vehicleTypeId', 'plateNo', 'ownerMobile'];

/** Thefts of a vehicle, and who asked to have it unbound. */
export default function CasesTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const texts = useTheftTexts();
  const can = useCan();
  return (
    <div className="eu-stack">
      {can('stolenMonitorManage.query') ? (
        <Section title={texts('stolenCases')} flush>
          <RelatedList
            entity={plain(stolenCase)}
            override={stolenCaseOverride}
            fixed={{ vehicleId: row.id }}
            without={ofVehicle}
          />
        </Section>
      ) : null}
      {can('unbindManage.query') ? (
        <Section title={texts('unbindApplications')} flush>
          <RelatedList entity={plain(unbindApplication)} fixed={{ vehicleId: row.id }} without={ofVehicle} />
        </Section>
      ) : null}
    </div>
  );
}
