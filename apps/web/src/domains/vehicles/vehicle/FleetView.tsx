import type { Query } from '@wheelhouse/contract/calls/kit';
import { ownJson } from '@wheelhouse/contract/object';
import { useMemo, type ReactNode } from 'react';
import { FleetMap } from '../../fleet/map/FleetMap.tsx';

/** The vehicles that the list's filters choose, on the map. */
export default function FleetView({ query }: { readonly query: Query }): ReactNode {
  const asked = JSON.stringify(query);
  const stable = useMemo(() => ownJson<Query>(asked), [asked]);
  return (
    <section className="wh-section ov-fleet">
      <FleetMap query={stable} />
    </section>
  );
}
