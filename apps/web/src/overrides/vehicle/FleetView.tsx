import { useMemo, type ReactNode } from 'react';
import { FleetMap } from '../fleet-map/FleetMap.tsx';

/** The vehicles that the list's filters choose, on the map. */
export default function FleetView({ query }: { readonly query: Readonly<Record<string, unknown>> }): ReactNode {
  const asked = JSON.stringify(query);
  const stable = useMemo(() => JSON.parse(asked) as Record<string, unknown>, [asked]);
  return (
    <section className="wh-section ov-fleet">
      <FleetMap query={stable} />
    </section>
  );
}
