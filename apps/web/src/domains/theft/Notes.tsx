import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { stolenNote } from '@wheelhouse/entities/theft/stolen-note';
import type { RecordActions } from '../../entity-ui/actions/useRecordActions.tsx';
import type { EntityRow } from '../../entity-ui/model.ts';
import { RecordLog } from '../../entity-ui/related/RecordLog.tsx';
import { useTheftTexts } from './texts.ts';
import type { LngLat } from '../../ui/map/types.ts';

const entity = plain(stolenNote);

export interface NotesProps {
  readonly record: EntityRow;
  readonly actions: RecordActions;
  readonly onSpot: (at: LngLat) => void;
}

/** The evidence of a case; a place it names is shown on the map. */
export function Notes({ record, actions, onSpot }: NotesProps): ReactNode {
  const texts = useTheftTexts();
  const place = ({ lng, lat }: EntityRow): ReactNode =>
    typeof lng === 'number' && typeof lat === 'number' ? (
      <button type="button" className="wh-link-button" onClick={() => onSpot([lng, lat])}>
        <span className="wh-num">{`${lng}, ${lat}`}</span> {texts('showOnMap')}
      </button>
    ) : null;
  return (
    <RecordLog
      entity={entity}
      record={record}
      title={texts('evidence')}
      adding={{ actions: actions, name: 'note' }}
      entry={(row) => ({ children: place(row) })}
    />
  );
}
