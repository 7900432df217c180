import type { ReactNode } from 'react';
import { Metrics } from './Metrics.tsx';
import { RevenueFrame, type RevenuePartProps } from './RevenueFrame.tsx';
import { Trend } from './Trend.tsx';

/** What came in and what is left of it, with the period before, and day by day. */
export default function Overview({ nav }: RevenuePartProps): ReactNode {
  return (
    <RevenueFrame nav={nav}>
      {({ state: { query } }) => (
        <>
          <Metrics query={query} />
          <Trend query={query} />
        </>
      )}
    </RevenueFrame>
  );
}
