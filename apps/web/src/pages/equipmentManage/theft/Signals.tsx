import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { isEmpty } from '../../../entity-ui/model.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { useTheftWords } from '../../../overrides/theft/texts.ts';
import type { CaseLive } from './useCaseLive.ts';

/** Whatever a device says of cells and stations, in one line. */
const said = (value: unknown): string | null =>
  isEmpty(value)
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
          .replaceAll(/["{}[\]]/g, ' ')
          .trim();

/** How long the battery lasts, and what the radio heard last. */
export function Signals({ live }: { readonly live: CaseLive }): ReactNode {
  const words = useTheftWords();
  const { forecast, network } = live;
  return (
    <Section title={words('state')}>
      <div className="th-block">
        <h3>{words('battery')}</h3>
        <DescriptionList
          items={[
            {
              key: 'charge',
              label: words('charge'),
              value: forecast.soc === null ? null : <span className="wh-num">{forecast.soc}%</span>,
            },
            {
              key: 'empty',
              label: words('emptyAt'),
              value:
                forecast.emptyAt === null ? null : (
                  <DateTime value={formatInstant(new Date(forecast.emptyAt)).slice(0, 16)} />
                ),
            },
            {
              key: 'drop',
              label: words('drop'),
              value: (
                <span className="wh-num">
                  {forecast.dropPerHour}%{forecast.assumed ? ` (${words('assumed')})` : ''}
                </span>
              ),
            },
            {
              key: 'range',
              label: words('range'),
              value:
                forecast.rangeKm === null ? null : <span className="wh-num">{Math.round(forecast.rangeKm)} km</span>,
            },
          ]}
        />
      </div>
      {network === null ? null : (
        <div className="th-block">
          <h3>{words('network')}</h3>
          <DescriptionList
            items={[
              {
                key: 'csq',
                label: words('csq'),
                value: [
                  network.csq === null ? '' : `CSQ ${network.csq}`,
                  network.rsrpDbm === null ? '' : `${network.rsrpDbm} dBm`,
                ]
                  .filter(Boolean)
                  .join(' · '),
              },
              { key: 'time', label: words('lastSeen'), value: <DateTime value={network.recvTime} /> },
              { key: 'cell', label: words('cell'), value: said(network.cell) },
              { key: 'wifi', label: words('wifi'), value: said(network.wifi) },
              { key: 'iccid', label: words('iccid'), value: network.iccid, wide: true },
            ]}
          />
        </div>
      )}
    </Section>
  );
}
