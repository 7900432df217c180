import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import { bluetoothSetup } from '@wheelhouse/entities/settings/bluetooth-setup';
import { useCall } from '../../api/query.ts';
import { Changes } from '../../entity-ui/detail/History.tsx';
import { sameValue } from '../../entity-ui/model.ts';
import { useEntityTexts } from '../../entity-ui/texts.ts';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { PendingState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { useBluetoothTexts } from './texts.ts';

const entity = plain(bluetoothSetup);

/** Every version of a setup, and what differs in each from the present one. */
export default function Versions({ row }: { readonly row: RowOf<'bluetoothSetup'> }): ReactNode {
  const texts = useBluetoothTexts();
  const common = useEntityTexts();
  const { data, error, refetch } = useCall('/veh/crm/bluetoothSetup/history', { id: row.id }, { inlineErrors: true });
  const [current] = data ?? [];
  if (data === undefined || current === undefined)
    return <PendingState small error={error} onRetry={() => void refetch()} />;
  return (
    <Timeline label={texts('versions')}>
      {data.map(({ version, time, operatorName, values }) => {
        const changes = Object.keys(current.values)
          .filter((field) => !sameValue(values[field], current.values[field]))
          .map((field) => ({ field, before: values[field], after: current.values[field] }));
        return (
          <TimelineEntry
            key={version}
            title={texts('version', { n: version })}
            tags={version === current.version ? <StatusTag color="success">{texts('current')}</StatusTag> : undefined}
            actor={operatorName ?? common('systemUser')}
            time={<DateTime value={time} />}
            text={version === current.version ? undefined : texts(changes.length === 0 ? 'same' : 'compared')}
          >
            <Changes entity={entity} changes={changes} />
          </TimelineEntry>
        );
      })}
    </Timeline>
  );
}
