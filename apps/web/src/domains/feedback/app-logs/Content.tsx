import { useState, type ReactNode } from 'react';
import type { AppLogLevel, AppLogPage } from '@wheelhouse/contract/calls/feedback';
import { feedbackMachines } from '@wheelhouse/entities/machines/feedback';
import type { RowOf } from '@wheelhouse/entities/rows';
import { downloadExport } from '../../../api/files.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { useCan } from '../../../session/session.ts';
import { formatNumber } from '../../../ui/format.ts';
import { ClearableInput } from '../../../ui/inputs/Input.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { useAppLogTexts } from './texts.ts';
import './applog.css';

const { uploaded } = feedbackMachines['SM-AppLog'].states;
const levels = ['D', 'I', 'W', 'E'] as const satisfies readonly AppLogLevel[];
/** Bytes before the end at which the last page begins. */
const tail = 24 * 1024;
/** Bytes before a line that is shown among its neighbours. */
const around = 2 * 1024;
const kilobyte = 1024;

interface Place {
  /** Where the page begins, and where those before it began. */
  readonly offset: number;
  readonly before: readonly number[];
  /** The line that it was opened for. */
  readonly chosen?: number;
}
const start: Place = { offset: 0, before: [] };

const percentOf = (offset: number, size: number): number => (size === 0 ? 0 : Math.floor((offset / size) * 100));

interface Asked {
  readonly level: AppLogLevel;
  readonly keyword: string;
}

const everything: Asked = { level: 'D', keyword: '' };

/** What is shown of the log: its level and a text to look for. */
function Tools({ asked, onAsk }: { readonly asked: Asked; readonly onAsk: (asked: Asked) => void }): ReactNode {
  const t = useAppLogTexts();
  const [typed, setTyped] = useState(asked.keyword);
  return (
    <form
      className="ov-applog-tools"
      onSubmit={(event) => {
        event.preventDefault();
        onAsk({ ...asked, keyword: typed.trim() });
      }}
    >
      <Segments
        label={t('level')}
        options={levels.map((key) => ({ key, label: t(key) }))}
        value={asked.level}
        onChange={(level) => onAsk({ ...asked, level })}
      />
      <ClearableInput
        className="wh-search"
        aria-label={t('keyword')}
        placeholder={t('keyword')}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  );
}

interface PagesProps {
  readonly place: Place;
  readonly next: number | null;
  readonly size: number;
  readonly onGo: (place: Place) => void;
}

/** Ways through the log: page by page, to its ends, and to any place of it. */
function Pages({ place, next, size, onGo }: PagesProps): ReactNode {
  const t = useAppLogTexts();
  const to = (offset: number): void => onGo({ offset, before: [...place.before, place.offset] });
  // While it is dragged it asks for nothing.
  const [dragged, setDragged] = useState<number>();
  const percent = dragged ?? percentOf(place.offset, size);
  const drop = (): void => {
    if (dragged === undefined) return;
    setDragged(undefined);
    to(Math.floor((dragged / 100) * size));
  };
  const step = (label: string, disabled: boolean, go: () => void): ReactNode => (
    <button type="button" className="wh-link-button" disabled={disabled} onClick={go}>
      {label}
    </button>
  );
  return (
    <div className="ov-applog-pages">
      {step(t('first'), place.offset === 0, () => onGo(start))}
      {step(t('back'), place.before.length === 0, () =>
        onGo({ offset: place.before.at(-1) ?? 0, before: place.before.slice(0, -1) }),
      )}
      {step(t('more'), next === null, () => to(next ?? 0))}
      {step(t('last'), next === null, () => to(Math.max(0, size - tail)))}
      <input
        type="range"
        aria-label={t('place')}
        min={0}
        max={99}
        value={percent}
        onChange={(event) => setDragged(Number(event.target.value))}
        onPointerUp={drop}
        onKeyUp={drop}
        onBlur={drop}
      />
      <span className="wh-faint wh-num">
        {t('at', { percent, size: `${formatNumber(Math.ceil(size / kilobyte))} KB` })}
      </span>
    </div>
  );
}

interface LinesProps {
  readonly lines: AppLogPage['lines'];
  readonly chosen: number | undefined;
  /** The answer is still that of the place before. */
  readonly busy: boolean;
  /** What it says where no line is. */
  readonly empty: string;
  /** Shows a line among its neighbours; of a log that is narrowed. */
  readonly onAround: ((line: AppLogPage['lines'][number]) => void) | undefined;
}

const reveal = (line: HTMLElement | null): void => line?.scrollIntoView({ block: 'center' });

function Lines({ lines, chosen, busy, empty, onAround }: LinesProps): ReactNode {
  const t = useAppLogTexts();
  return (
    <div className="ov-applog-lines" role="log" aria-live="off" aria-label={t('lines')} aria-busy={busy} tabIndex={0}>
      {lines.length > 0 ? null : <p className="wh-faint">{empty}</p>}
      {lines.map((line) =>
        onAround === undefined ? (
          <div
            key={line.offset}
            ref={line.offset === chosen ? reveal : null}
            aria-current={line.offset === chosen ? 'true' : undefined}
            className="ov-applog-line"
            data-level={line.level}
          >
            {line.text}
          </div>
        ) : (
          <button
            key={line.offset}
            type="button"
            className="ov-applog-line"
            data-level={line.level}
            title={t('around')}
            onClick={() => onAround(line)}
          >
            {line.text}
          </button>
        ),
      )}
    </div>
  );
}

/** The log, a part at a time: of 50 MB as of 50 KB, the page holds some hundred lines. */
function Viewer({ id }: { readonly id: string }): ReactNode {
  const t = useAppLogTexts();
  const can = useCan();
  const [asked, setAsked] = useState<Asked>(everything);
  const [place, setPlace] = useState<Place>(start);
  const [resets, setResets] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useCall(
    '/user/crm/appLog/content',
    {
      id,
      offset: place.offset,
      ...(asked.level !== 'D' && { level: asked.level }),
      ...(asked.keyword !== '' && { keyword: asked.keyword }),
    },
    { inlineErrors: true, keepPrevious: true, staleTime: 60_000 },
  );
  const take = useAction('/user/crm/appLog/download', { onSuccess: ({ fileName }) => downloadExport(fileName) });
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  const { lines, next, size } = data;
  // The server looks through some megabytes a call: what has found nothing yet goes on, to the end of the log.
  const isSearching = lines.length === 0 && next !== null;
  if (isSearching && !isPlaceholderData) setPlace({ ...place, offset: next });
  const isNarrowed = asked.level !== everything.level || asked.keyword !== everything.keyword;
  return (
    <div className="ov-applog">
      <Tools
        key={`tools ${resets}`}
        asked={asked}
        onAsk={(wanted) => {
          setAsked(wanted);
          setPlace(start);
        }}
      />
      <Lines
        key={`lines ${place.offset}`}
        lines={lines}
        chosen={place.chosen}
        busy={isPlaceholderData || isSearching}
        empty={isSearching ? t('searching', { percent: percentOf(place.offset, size) }) : t('nothing')}
        onAround={
          isNarrowed
            ? ({ offset }) => {
                setAsked(everything);
                setResets(resets + 1);
                setPlace({ offset: Math.max(0, offset - around), before: [], chosen: offset });
              }
            : undefined
        }
      />
      <Pages place={place} next={next} size={size} onGo={setPlace} />
      {can('appLogRecord.download') ? (
        <button type="button" className="wh-link-button" disabled={take.isPending} onClick={() => take.mutate({ id })}>
          {t('download')}
        </button>
      ) : null}
    </div>
  );
}

export default function Content({ row }: { readonly row: RowOf<'appLogRecord'> }): ReactNode {
  const t = useAppLogTexts();
  if (Number(row.status) !== uploaded) return <p className="wh-faint">{t('notThere')}</p>;
  return <Viewer key={row.id} id={row.id} />;
}
