import type { ReactNode } from 'react';
import { Section } from '../../../ui/Layout.tsx';
import { FleetMap } from '../../fleet/map/FleetMap.tsx';

/** The fleet on a map. */
export default function FleetCard(): ReactNode {
  return (
    <Section flush>
      <div className="db-map">
        <FleetMap />
      </div>
    </Section>
  );
}
