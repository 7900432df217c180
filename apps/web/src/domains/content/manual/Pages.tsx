import { DownloadOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { instruction } from '@wheelhouse/entities/content/instruction';
import { codes } from '@wheelhouse/entities/codes';
import type { ManualPage } from '@wheelhouse/contract/calls/content/publications';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useAction, useCall } from '../../../api/query.ts';
import { useValueText } from '../../../entity-ui/value-text.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { Side } from './Side.tsx';
import { useManualTexts } from './texts.ts';
import './manual.css';

type Manual = RowOf<'instruction'>;

const { converting, failed } = codes.ConversionStatus;
const refreshMs = 2_000;

/** How far the conversion is, or why it failed. */
function Progress({ row }: { readonly row: Manual }): ReactNode {
  const words = useManualTexts();
  const valueText = useValueText();
  const { conversion, conversionFailure, convertedPages, pages } = row;
  if (conversion === failed) {
    const why = valueText(instruction.fields.conversionFailure, conversionFailure, row, 'conversionFailure');
    return (
      <p className="eu-error" role="alert">
        {words('failed', { why })}
      </p>
    );
  }
  if (conversion !== converting) return null;
  return (
    <p role="status">
      {pages === null ? words('waiting') : words('converting', { done: convertedPages, all: pages })}{' '}
      <progress value={convertedPages} max={pages ?? 1} aria-hidden="true" />
    </p>
  );
}

const openAddress = ({ url }: { readonly url: string }): void => window.location.assign(url);

function Download({ id }: { readonly id: string }): ReactNode {
  const words = useManualTexts();
  const can = useCan();
  const take = useAction('/ps/crm/instruction/download', { onSuccess: openAddress });
  if (!can('instructionsManage.download')) return null;
  return (
    <Button icon={<DownloadOutlined />} loading={take.isPending} onClick={() => take.mutate({ id })}>
      {words('download')}
    </Button>
  );
}

/** Where a key leads from a page; undefined where it leads nowhere. */
function pageOfKey(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowLeft' || key === 'PageUp') return Math.max(1, at - 1);
  if (key === 'ArrowRight' || key === 'PageDown') return Math.min(last, at + 1);
  if (key === 'Home') return 1;
  return key === 'End' ? last : undefined;
}

/** Where keys are for something else. */
const others = 'input, textarea, select, [contenteditable], [role="tablist"], [role="menu"], [role="dialog"]';

/** Turns pages by keys, wherever the focus is on the page. */
function useKeys(at: number, last: number, onOpen: (page: number) => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const page = pageOfKey(event.key, at, last);
    if (page === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target instanceof Element && event.target.closest(others) !== null) return;
    event.preventDefault();
    onOpen(page);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

interface NumberProps {
  readonly at: number;
  readonly last: number;
  readonly onOpen: (page: number) => void;
}

/** The number of the page shown, to be typed as well. */
function PageNumber({ at, last, onOpen }: NumberProps): ReactNode {
  const words = useManualTexts();
  const [typed, setTyped] = useState<string>();
  const open = (): void => {
    const page = Number(typed);
    if (typed !== undefined && Number.isInteger(page) && page >= 1) onOpen(Math.min(last, page));
    setTyped(undefined);
  };
  return (
    <>
      <input
        className="mn-no wh-num"
        inputMode="numeric"
        aria-label={words('pageNo')}
        value={typed ?? String(at)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={open}
        onKeyDown={(event) => {
          if (event.key === 'Enter') open();
        }}
      />
      <span>{words('ofPages', { n: last })}</span>
    </>
  );
}

interface ViewerProps {
  readonly row: Manual;
  readonly pages: readonly ManualPage[];
}

function Viewer({ row, pages }: ViewerProps): ReactNode {
  const words = useManualTexts();
  const [wanted, setWanted] = useState(1);
  const last = pages.length;
  const at = Math.max(1, Math.min(last, wanted));
  const shown = pages[at - 1];
  useKeys(at, last, setWanted);
  return (
    <div className="mn-viewer">
      <Side row={row} pages={pages} at={at} onOpen={setWanted} />
      <div>
        <div className="mn-tools">
          <Button
            icon={<LeftOutlined />}
            aria-label={words('previous')}
            disabled={at === 1}
            onClick={() => setWanted(at - 1)}
          />
          <PageNumber at={at} last={last} onOpen={setWanted} />
          <Button
            icon={<RightOutlined />}
            aria-label={words('next')}
            disabled={at === last}
            onClick={() => setWanted(at + 1)}
          />
          <Download id={row.id} />
        </div>
        <ScrollRegion className="mn-sheet" label={words('viewer')}>
          {shown && <img src={shown.url} alt={words('page', { n: at })} width={shown.width} height={shown.height} />}
        </ScrollRegion>
      </div>
    </div>
  );
}

/** The pages of a manual: one at a time, with thumbnails, catalogue and a search in the text. */
export default function Pages({ row }: { readonly row: Manual }): ReactNode {
  const words = useManualTexts();
  const refetchInterval = row.conversion === converting && refreshMs;
  const input = { id: row.id };
  // The record's page shows the same answer.
  useCall('/ps/crm/instruction/detail', input, { refetchInterval, inlineErrors: true });
  const { data, error, refetch } = useCall('/ps/crm/instruction/pages', input, { refetchInterval, inlineErrors: true });
  // The last pages come with the end of the conversion.
  const isBehind = data !== undefined && data.length < row.convertedPages;
  useEffect(() => {
    if (isBehind) void refetch();
  }, [isBehind, row.convertedPages, refetch]);
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Progress row={row} />
      {data.length > 0 ? (
        <Viewer row={row} pages={data} />
      ) : (
        <>
          <EmptyState title={words('none')} />
          <Download id={row.id} />
        </>
      )}
    </>
  );
}
