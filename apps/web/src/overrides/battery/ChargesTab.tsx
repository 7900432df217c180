import { useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { useCall } from '../../api/query.ts';
import { textOf, type EntityRow } from '../../entity-ui/model.ts';
import { Section } from '../../ui/Layout.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { formatNumber } from '../../ui/format.ts';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { useBatteryWords } from './texts.ts';

interface Charge {
  readonly startTime: string;
  readonly endTime: string;
  readonly durationMin: number;
  readonly socStart: number | null;
  readonly socEnd: number | null;
  readonly energyWh: number | null;
  readonly maxCurrentA: number | null;
  readonly tempMaxC: number | null;
}

const spanMs = 30 * 86_400_000;

/** Times on the charger in the last thirty days. */
export default function ChargesTab({ row }: { readonly row: EntityRow }): ReactNode {
  const words = useBatteryWords();
  const [until] = useState(Date.now);
  const { data, error, refetch } = useCall<readonly Charge[]>(
    '/veh/crm/battery/charges',
    {
      batterySn: textOf(row['batterySn']),
      from: formatInstant(new Date(until - spanMs)),
      to: formatInstant(new Date(until)),
    },
    { inlineErrors: true, staleTime: 60_000 },
  );
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  if (data.length === 0) return <EmptyState title={words('noCharges')} />;
  return (
    <Section title={words('charges')} flush>
      <ScrollRegion label={words('charges')}>
        <table className="eu-simple">
          <thead>
            <tr>
              {(['startTime', 'endTime', 'minutes', 'fromTo', 'energy', 'maxCurrent', 'maxTemp'] as const).map(
                (key, at) => (
                  <th key={key} scope="col" align={at > 1 ? 'right' : undefined}>
                    {words(key)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={one.startTime} className="wh-num">
                <td>{one.startTime}</td>
                <td>{one.endTime}</td>
                <td align="right">{formatNumber(one.durationMin)}</td>
                <td align="right">
                  {formatNumber(one.socStart)}% → {formatNumber(one.socEnd)}%
                </td>
                <td align="right">{formatNumber(one.energyWh)}</td>
                <td align="right">{formatNumber(one.maxCurrentA, 1)}</td>
                <td align="right">{formatNumber(one.tempMaxC, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}
