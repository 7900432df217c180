import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { PendingState } from '../../../../ui/States.tsx';
import { Messages } from './Messages.tsx';
import { Overview } from './Overview.tsx';
import { Connections, RefusedCounts, Settings } from './Tables.tsx';
import { useDiagnostics } from './useDiagnostics.ts';
import './diagnostics.css';

/** How a vehicle's device and the platform get along, live. */
export default function DiagnosticsTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const { reading, error, retry } = useDiagnostics(row.id);
  if (error !== null || reading === undefined) return <PendingState error={error} onRetry={retry} />;
  const { summary, messages } = reading;
  return (
    <div className="eu-stack">
      <Overview summary={summary} />
      <div className="dg-grid">
        <Messages list={messages} />
        <div className="eu-stack">
          <RefusedCounts list={summary.refusals} />
          <Settings config={summary.config} />
        </div>
      </div>
      <Connections list={summary.connections} />
    </div>
  );
}
