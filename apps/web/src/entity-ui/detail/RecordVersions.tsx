import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { VersionStep } from '@wheelhouse/contract/calls/kit';
import { codeOfCall, type EntityDef, type Row } from '@wheelhouse/entities';
import { closedTo } from '@wheelhouse/entities/in-use';
import { useAction, useCall } from '../../api/query.ts';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { askConfirm } from '../../lib/confirm.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { DateTime, LabelTag } from '../../ui/Values.tsx';
import { Pager } from '../list/Pager.tsx';
import { basePath, pathUnder, type EntityRow } from '../model.ts';
import { useDetailTexts } from './texts.ts';
import { useTitleOf } from '../title.ts';
import { VersionChanges } from './VersionChanges.tsx';

const whys = {
  written: 'versionWritten',
  submitted: 'approvalSubmitted',
  approved: 'approvalApproved',
  waived: 'approvalWaived',
  published: 'versionPublished',
  restored: 'versionRestored',
} as const satisfies Readonly<Record<VersionStep['why'], string>>;

/** What the record says now, among the numbers of its versions. */
const now = 0;
const size = 20;

interface RecordVersionsProps {
  readonly entity: EntityDef;
  readonly row: EntityRow;
}

/** What a version says, as far as the user may see it. */
function useVersion({ entity, row }: RecordVersionsProps, number: number) {
  const { data, error, refetch } = useCall(
    pathUnder<'version'>(entity, 'version'),
    { id: row.id, number },
    { enabled: number !== now, inlineErrors: true },
  );
  const values: Row | undefined = number === now ? row : data?.values;
  const read = (): void => {
    if (number !== now) void refetch();
  };
  return { values, error, read };
}

/** Two versions, and what differs from the one to the other. */
function Comparison({
  versions,
  pair: [from, to],
  onPair,
  ...record
}: RecordVersionsProps & {
  readonly versions: readonly VersionStep[];
  readonly pair: readonly [number, number];
  readonly onPair: (pair: readonly [number, number]) => void;
}): ReactNode {
  const texts = useDetailTexts();
  const [before, after] = [useVersion(record, from), useVersion(record, to)];
  const retry = (): void => {
    before.read();
    after.read();
  };
  const place = useRef<HTMLDivElement>(null);
  // It stands above the list, which may be long.
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [from, to]);
  const numbers = new Set([now, ...versions.map(({ number }) => number), from, to]);
  const options = [...numbers].map((number) => ({
    value: number,
    label: number === now ? texts('versionNow') : texts('versionN', { n: number }),
  }));
  return (
    <Section title={texts('versionCompare')}>
      <div className="eu-version-pair" ref={place}>
        <Select
          aria-label={texts('versionFrom')}
          value={from}
          options={options}
          onChange={(number) => onPair([number, to])}
        />
        <span aria-hidden="true">→</span>
        <Select
          aria-label={texts('versionTo')}
          value={to}
          options={options}
          onChange={(number) => onPair([from, number])}
        />
      </div>
      {before.values === undefined || after.values === undefined ? (
        <PendingState small error={before.error ?? after.error} onRetry={retry} />
      ) : (
        <VersionChanges entity={record.entity} before={before.values} after={after.values} />
      )}
    </Section>
  );
}

/** Restores a version, once the user has confirmed which one of which record. Undefined where they may not, or not now. */
function useRestore({ entity, row }: RecordVersionsProps): ((number: number) => Promise<void>) | undefined {
  const t = useT();
  const texts = useDetailTexts();
  const can = useCan();
  const titleOf = useTitleOf();
  const restore = useAction(pathUnder<'restore'>(entity, 'restore'), {
    invalidates: [basePath(entity)],
    done: t('done'),
  });
  if (!can(codeOfCall(entity, 'update')) || closedTo(entity, 'editable', row) !== undefined) return undefined;
  const { rev } = row;
  return async (number) => {
    const isSure = await askConfirm({
      title: texts('versionRestoreAsk', { name: titleOf(entity, row), n: number }),
      description: texts('versionRestoreHint'),
      okText: texts('versionRestore'),
    });
    if (isSure) restore.mutate({ id: row.id, number, rev: Number(rev) });
  };
}

/** Versions of a record: who, when and why; what differs between any two; and the way back to one. */
export default function RecordVersions({ entity, row }: RecordVersionsProps): ReactNode {
  const texts = useDetailTexts();
  const pick = usePick();
  const [page, setPage] = useState(1);
  const [pair, setPair] = useState<readonly [number, number]>();
  const restore = useRestore({ entity, row });
  const { data, error, refetch } = useCall(
    pathUnder<'versions'>(entity, 'versions'),
    { id: row.id, page, pageSize: size },
    { keepPrevious: true, inlineErrors: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (data.list.length === 0) return <EmptyState small title={texts('versionsEmpty')} />;
  const closed = closedTo(entity, 'editable', row)?.reason;
  return (
    <div className="eu-stack">
      {closed === undefined ? null : <p className="wh-faint">{pick(closed)}</p>}
      {pair === undefined ? null : (
        <Comparison entity={entity} row={row} versions={data.list} pair={pair} onPair={setPair} />
      )}
      <Timeline label={texts('versions')}>
        {data.list.map(({ number, why, ofNumber, time, operatorName, current }) => (
          <TimelineEntry
            key={number}
            title={texts('versionN', { n: number })}
            tags={
              <>
                <LabelTag>{texts(whys[why], { n: ofNumber ?? 0 })}</LabelTag>
                {current ? <LabelTag color="success">{texts('versionCurrent')}</LabelTag> : null}
              </>
            }
            actor={operatorName ?? texts('systemUser')}
            time={<DateTime value={time} />}
          >
            <div className="eu-version-actions">
              <Button size="small" onClick={() => setPair([number, now])}>
                {texts('versionCompareNow', { n: number })}
              </Button>
              {restore === undefined || current ? null : (
                <Button size="small" onClick={() => void restore(number)}>
                  {texts('versionRestoreN', { n: number })}
                </Button>
              )}
            </div>
          </TimelineEntry>
        ))}
      </Timeline>
      {data.total <= size ? null : <Pager page={page} size={size} total={data.total} onPage={setPage} />}
    </div>
  );
}
