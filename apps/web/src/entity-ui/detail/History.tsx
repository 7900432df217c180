import type { OperationEntry } from '@wheelhouse/contract/calls/access/logs';
import { useState, type ReactNode } from 'react';
import { labelOf, nameKey, shownAs, type EntityDef, type Row, type RowsField } from '@wheelhouse/entities';
import { actionText, changeText } from '@wheelhouse/entities/access/log-texts';
import { rowsOf, withNames } from '@wheelhouse/entities/rows-cells';
import { useCall } from '../../api/query.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { usePick } from '../../i18n/lang.ts';
import { DateTime } from '../../ui/Values.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { none } from '../../ui/format.ts';
import { Pager } from '../list/Pager.tsx';
import { isEmpty } from '../model.ts';
import { rowChanges } from '../rows/changes.ts';
import { useRowTexts } from '../rows/texts.ts';
import { useDetailTexts } from './texts.ts';
import { useValueText } from '../value-text.ts';

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const known = (entity: EntityDef, name: string): boolean =>
  entity.fields[name] !== undefined || ['createTime', 'updateTime', 'createBy', 'updateBy', 'id', 'rev'].includes(name);

function useChangeText(entity: EntityDef): {
  label: (field: string) => string;
  text: (change: Change, side: 'before' | 'after', all: readonly Change[]) => string;
} {
  const pick = usePick();
  const texts = useDetailTexts();
  const valueText = useValueText();
  return {
    label: (field) => pick(known(entity, field) ? labelOf(entity, field) : changeText(entity, field)),
    text: (change, side, all) => {
      const row: Row = Object.fromEntries(all.map((one) => [one.field, one[side]]));
      const field = known(entity, change.field) ? shownAs(entity, change.field) : ({ kind: 'text' } as const);
      const value = change[side];
      if (isEmpty(value)) return none;
      if (fileKinds.has(field.kind)) return texts('file');
      return valueText(
        field,
        typeof value === 'object' && field.kind === 'text' ? JSON.stringify(value) : value,
        row,
        change.field,
      );
    },
  };
}

/** What is read through; a whole list that was pasted is not. */
const mostShown = 20;

/** Rows that were added, removed or changed, one a line. */
function RowDiff({
  field,
  change: { before, after },
  names,
}: {
  readonly field: RowsField;
  readonly change: Change;
  /** What became of the names of its records, where they changed. */
  readonly names: Change | undefined;
}): ReactNode {
  const texts = useRowTexts();
  const changes = rowChanges(
    field,
    withNames(field, rowsOf(before), names?.before),
    withNames(field, rowsOf(after), names?.after),
    useDictLookup(),
  );
  if (changes.length === 0) return <span>{texts('reordered')}</span>;
  return (
    <ul className="eu-row-diff">
      {changes.slice(0, mostShown).map(({ before, after }, at) => (
        <li key={at}>
          {before === undefined ? <span className="wh-faint">{texts('added')}</span> : <del>{before}</del>}
          {before !== undefined && after !== undefined ? <span aria-hidden="true">→</span> : null}
          {after === undefined ? <span className="wh-faint">{texts('removed')}</span> : <ins>{after}</ins>}
        </li>
      ))}
      {changes.length > mostShown ? (
        <li className="wh-faint">{texts('more', { n: changes.length - mostShown })}</li>
      ) : null}
    </ul>
  );
}

const fileKinds: ReadonlySet<string> = new Set(['image', 'images', 'file', 'files', 'video', 'audio']);
/** Kept by the system with every row; the log's own head says who and when. */
const bookkeeping: ReadonlySet<string> = new Set([
  'id',
  'rev',
  'createTime',
  'updateTime',
  'createBy',
  'updateBy',
  'createByName',
  'updateByName',
]);

/** Whether a change is shown: not what the system keeps, not the name beside a changed reference, not a number that follows the clock or other
 * records, not empty to empty. */
function isRelevant(entity: EntityDef, { field, before, after }: Change): boolean {
  if (bookkeeping.has(field) || (isEmpty(before) && isEmpty(after))) return false;
  const own = entity.fields[field];
  if (own?.kind === 'count' || (own?.kind === 'computed' && own.as.kind === 'int')) return false;
  const names = Object.keys(entity.fields).map(nameKey);
  return known(entity, field) || !names.includes(field);
}

/** What differs between two states of a record, field by field; rows of a field one by one. */
export function Changes({
  entity,
  changes,
}: {
  readonly entity: EntityDef;
  readonly changes: readonly Change[];
}): ReactNode {
  const texts = useDetailTexts();
  const { label, text } = useChangeText(entity);
  const shown = changes.filter((change) => isRelevant(entity, change));
  if (shown.length === 0) return null;
  return (
    <dl className="eu-diff">
      {shown.map((change) => {
        const field = entity.fields[change.field];
        return (
          <div key={change.field}>
            <dt>{label(change.field)}</dt>
            <dd>
              {field?.kind === 'rows' ? (
                <RowDiff
                  field={field}
                  change={change}
                  names={changes.find((one) => one.field === nameKey(change.field))}
                />
              ) : (
                <>
                  <del aria-label={texts('before')}>{text(change, 'before', changes)}</del>
                  <span aria-hidden="true">→</span>
                  <ins aria-label={texts('after')}>{text(change, 'after', changes)}</ins>
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Entry({ entity, entry }: { readonly entity: EntityDef; readonly entry: OperationEntry }): ReactNode {
  const texts = useDetailTexts();
  const pick = usePick();
  const action = actionText(entity, entry.action);
  return (
    <TimelineEntry
      title={action === undefined ? entry.action : pick(action)}
      actor={entry.realName ?? entry.username ?? texts('systemUser')}
      time={<DateTime value={entry.time} />}
    >
      <Changes entity={entity} changes={entry.changes} />
    </TimelineEntry>
  );
}

const size = 20;

/** Who changed a record, when, and from what to what. */
export function History({ entity, id }: { readonly entity: EntityDef; readonly id: string }): ReactNode {
  const texts = useDetailTexts();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useCall(
    '/system/crm/operationLog/ofRecord',
    { entity: entity.name, id, page, pageSize: size },
    { keepPrevious: true, inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.list.length === 0) return <EmptyState small title={texts('historyEmpty')} />;
  return (
    <>
      <Timeline>
        {data.list.map((entry, at) => (
          <Entry key={`${entry.time}${at}`} entity={entity} entry={entry} />
        ))}
      </Timeline>
      {data.total <= size ? null : <Pager page={page} size={size} total={data.total} onPage={setPage} />}
    </>
  );
}
