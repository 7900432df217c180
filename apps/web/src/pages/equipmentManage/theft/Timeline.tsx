import { PlusOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import type { Page } from '@wheelhouse/contract';
import { plain } from '@wheelhouse/entities/registry';
import { stolenNote } from '@wheelhouse/entities/vehicles/stolen-note';
import { useCall } from '../../../api/query.ts';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { refName, textOf, isEmpty, type EntityRow } from '../../../entity-ui/model.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { useLang } from '../../../i18n/lang.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Section } from '../../../ui/Layout.tsx';
import type { LngLat } from '../../../ui/map/types.ts';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { useTheftTexts } from '../../../overrides/theft/texts.ts';
import { Button } from '../../../ui/Button.tsx';

const entity = plain(stolenNote);
const size = 20;

interface EntryProps {
  readonly row: EntityRow;
  readonly onSpot: (at: LngLat) => void;
}

function Entry({ row, onSpot }: EntryProps): ReactNode {
  const texts = useTheftTexts();
  const lang = useLang();
  const kind = useDictLookup()('StolenNoteKind', textOf(row['kind']));
  const said = (lang === 'en' && textOf(row['contentEn'])) || textOf(row['content']);
  const [lng, lat] = [row['lng'], row['lat']];
  return (
    <li className="th-entry" data-kind={textOf(row['kind'])}>
      <div className="th-entry-head">
        <StatusTag color={kind?.color}>{kind?.name}</StatusTag>
        <strong>{refName(row, 'operatorId') ?? texts('system')}</strong>
        <DateTime value={textOf(row['createTime'])} />
      </div>
      <p>{said}</p>
      {isEmpty(row['images']) ? null : <FieldValue entity={entity} name="images" row={row} place="detail" />}
      {typeof lng === 'number' && typeof lat === 'number' ? (
        <button type="button" className="eu-link-button" onClick={() => onSpot([lng, lat])}>
          <span className="wh-num">{`${lng}, ${lat}`}</span> {texts('showOnMap')}
        </button>
      ) : null}
    </li>
  );
}

export interface TimelineProps {
  readonly caseId: string;
  /** Absent when the user may not add to it. */
  readonly onAdd: (() => void) | undefined;
  readonly addLabel: string;
  readonly onSpot: (at: LngLat) => void;
}

/** What has happened in a case, newest first: texts, pictures, places, commands. */
export function Timeline({ caseId, onAdd, addLabel, onSpot }: TimelineProps): ReactNode {
  const texts = useTheftTexts();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall<Page<EntityRow>>(
    '/veh/crm/stolenNote/list',
    { page, pageSize: size, orderBy: 'id desc', query: { stolenCaseId: caseId } },
    { keepPrevious: true, inlineErrors: true },
  );
  return (
    <Section
      title={texts('evidence')}
      extra={
        onAdd === undefined ? undefined : (
          <Button size="small" icon={<PlusOutlined />} onClick={onAdd}>
            {addLabel}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.list.length === 0 ? (
        <EmptyState small title={texts('noEvidence')} />
      ) : (
        <ol className="wh-timeline">
          {data.list.map((row) => (
            <Entry key={row.id} row={row} onSpot={onSpot} />
          ))}
        </ol>
      )}
      {data === undefined || data.total <= size ? null : (
        <Pager page={page} size={size} total={data.total} onPage={setPage} />
      )}
    </Section>
  );
}
