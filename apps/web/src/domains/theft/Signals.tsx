import type { ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { isEmpty } from '../../entity-ui/model.ts';
import { DescriptionList, Section } from '../../ui/Layout.tsx';
import { DateTime } from '../../ui/Values.tsx';
import { useTheftTexts } from './texts.ts';
import type { ShownCase } from './useCaseLive.ts';

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
export function Signals({ live }: { readonly live: ShownCase }): ReactNode {
  const texts = useTheftTexts();
  const { forecast, network } = live;
  return (
    <Section title={texts('state')}>
      <div className="th-block">
        <h3>{texts('battery')}</h3>
        <DescriptionList
          items={[
            {
              key: 'charge',
              label: texts('charge'),
              value: forecast.soc === null ? null : <span className="wh-num">{forecast.soc}%</span>,
            },
            {
              key: 'empty',
              label: texts('emptyAt'),
              value:
                forecast.emptyAt === null ? null : (
                  <DateTime value={formatInstant(new Date(forecast.emptyAt)).slice(0, 16)} />
                ),
            },
            {
              key: 'drop',
              label: texts('drop'),
              value: (
                <span className="wh-num">
                  {forecast.dropPerHour}%{forecast.assumed ? ` (${texts('assumed')})` : ''}
                </span>
              ),
            },
            {
              key: 'range',
              label: texts('range'),
              value:
                forecast.rangeKm === null ? null : <span className="wh-num">{Math.round(forecast.rangeKm)} km</span>,
            },
          ]}
        />
      </div>
      {network === null ? null : (
        <div className="th-block">
          <h3>{texts('network')}</h3>
          <DescriptionList
            items={[
              {
                key: 'csq',
                label: texts('csq'),
                value: [
                  network.csq === null ? '' : `CSQ ${network.csq}`,
                  network.rsrpDbm === null ? '' : `${network.rsrpDbm} dBm`,
                ]
                  .filter(Boolean)
                  .join(' · '),
              },
              { key: 'time', label: texts('lastSeen'), value: <DateTime value={network.recvTime} /> },
              { key: 'cell', label: texts('cell'), value: said(network.cell) },
              { key: 'wifi', label: texts('wifi'), value: said(network.wifi) },
              { key: 'iccid', label: texts('iccid'), value: network.iccid, wide: true },
            ]}
          />
        </div>
      )}
    </Section>
  );
}
