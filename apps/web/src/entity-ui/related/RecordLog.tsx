import { PlusOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { shownAs, type EntityDef } from '@wheelhouse/entities';
import type { LogFields } from '@wheelhouse/entities/define';
import { invalidate, useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { Button } from '../../ui/Button.tsx';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Timeline, TimelineEntry, type TimelineEntryProps } from '../../ui/Timeline.tsx';
import { DateTime } from '../../ui/Values.tsx';
import type { RecordActions } from '../actions/useRecordActions.tsx';
import { FieldValue } from '../cells/index.tsx';
import { Pager } from '../list/Pager.tsx';
import { basePath, callPath, isEmpty, refName, textOf, type EntityRow } from '../model.ts';
import { useEntityTexts } from '../texts.ts';

/** What an entry shows besides its fields; `actor` stands where no user is named. */
type More = Partial<Omit<TimelineEntryProps, 'time'>>;

interface EntryProps {
  readonly entity: EntityDef;
  readonly log: LogFields;
  readonly row: EntityRow;
  readonly more: More | undefined;
}

const plainKinds: ReadonlySet<string> = new Set(['text', 'longText']);

function Entry({ entity, log, row, more }: EntryProps): ReactNode {
  const texts = useEntityTexts();
  const dict = useDictLookup();
  const what = shownAs(entity, log.what);
  const kind = what.kind === 'dict' ? dict(what.dict, textOf(row[log.what])) : undefined;
  // Plain text is shown as in a list: in the language of the page, where it is kept in both.
  const value = (name: string | undefined): ReactNode =>
    name === undefined || isEmpty(row[name]) ? null : (
      <FieldValue
        entity={entity}
        name={name}
        row={row}
        place={plainKinds.has(shownAs(entity, name).kind) ? 'list' : 'detail'}
      />
    );
  return (
    <TimelineEntry
      title={kind?.name ?? textOf(row[log.what])}
      tone={kind?.color}
      text={value(log.text)}
      {...more}
      actor={refName(row, log.actor) ?? more?.actor ?? texts('systemUser')}
      time={<DateTime value={textOf(row[log.time])} />}
    >
      {value(log.files)}
      {more?.children}
    </TimelineEntry>
  );
}

export interface RecordLogProps {
  /** A definition made by `defineLog`. */
  readonly entity: EntityDef;
  readonly record: EntityRow;
  /** Default: the log's label. */
  readonly title?: ReactNode;
  /** Entries that came with the record; else the log's list is asked, a page at a time. */
  readonly rows?: readonly EntityRow[];
  /** The record's action that adds an entry (`noteAction`): its button is here, for those who may. */
  readonly adding?: { readonly actions: RecordActions; readonly name: string };
  readonly entry?: (row: EntityRow) => More;
}

/** The log or the notes of a record as a time line, the newest first, and the way to add to it. */
export function RecordLog({ entity, record, title, rows, adding, entry }: RecordLogProps): ReactNode {
  const pick = usePick();
  const { log } = entity;
  if (log === undefined) throw new Error(`${entity.name} is no log`);
  const action = adding?.actions.offered('detail', record).find(({ key }) => key === adding.name);
  const add = async (): Promise<void> => {
    if (action !== undefined && (await adding?.actions.run(action, [record]))) void invalidate(basePath(entity));
  };
  const button =
    action === undefined ? undefined : (
      <Button size="small" icon={<PlusOutlined />} onClick={() => void add()}>
        {pick(action.label)}
      </Button>
    );
  const show = (entries: readonly EntityRow[]): ReactNode => (
    <Timeline>
      {entries.map((row) => (
        <Entry key={row.id} entity={entity} log={log} row={row} more={entry?.(row)} />
      ))}
    </Timeline>
  );
  return (
    <Section title={title ?? pick(entity.label)} extra={button}>
      {rows === undefined ? <Pages entity={entity} of={log.of} record={record} show={show} /> : show(rows)}
    </Section>
  );
}

const size = 20;

interface PagesProps {
  readonly entity: EntityDef;
  readonly of: string;
  readonly record: EntityRow;
  readonly show: (rows: readonly EntityRow[]) => ReactNode;
}

function Pages({ entity, of, record, show }: PagesProps): ReactNode {
  const texts = useEntityTexts();
  const rev = Number(record['rev']);
  const shownRev = useRef(rev);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall(
    callPath(entity, 'list'),
    { page, pageSize: size, orderBy: entity.list.order, query: { [of]: record.id } },
    { keepPrevious: true, inlineErrors: true },
  );
  const again = useEffectEvent(() => void refetch());
  useEffect(() => {
    // An action that changed the record has also written to its log.
    if (shownRev.current !== rev) again();
    shownRev.current = rev;
  }, [rev]);
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.list.length === 0) return <EmptyState small title={texts('logEmpty')} />;
  return (
    <>
      {show(data.list)}
      {data.total <= size ? null : <Pager page={page} size={size} total={data.total} onPage={setPage} />}
    </>
  );
}
