import type { ListRowOf } from '@wheelhouse/entities/rows';
import { dealersMachines } from '@wheelhouse/entities/machines/dealers';
import { useMemo, useState, type ReactNode } from 'react';
import { useMapConfig } from '../../api/map-config.ts';
import { useCall } from '../../api/query.ts';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import { refName, textOf } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { boundsOf } from '../../ui/map/datum.ts';
import { MapCanvas, type MapPoint, type Tone } from '../../ui/map/MapCanvas.tsx';
import { PendingState } from '../../ui/States.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { useDealerTexts } from './texts.ts';

/** More than any operator has; one call. */
const most = 200;
const { active, suspended, ended } = dealersMachines['SM-Dealer'].states;
const tones: Readonly<Record<string, Tone>> = { [active]: 'success', [suspended]: 'warning', [ended]: 'default' };

const placedRows = (rows: readonly ListRowOf<'dealer'>[]): readonly ListRowOf<'dealer'>[] =>
  rows.filter((row) => typeof row.lng === 'number' && typeof row.lat === 'number');

function Card({ row, onClose }: { readonly row: ListRowOf<'dealer'>; readonly onClose: () => void }): ReactNode {
  const t = useT();
  const dict = useDictLookup();
  const status = dict('DealerStatus', textOf(row.status));
  return (
    <aside className="ov-map-card" aria-live="polite">
      <strong>
        <RecordLink entity="dealer" id={row.id}>
          {textOf(row.name)}
        </RecordLink>
      </strong>
      <span>
        <StatusTag color={status?.color}>{status?.name}</StatusTag>{' '}
        <span className="wh-num">{textOf(row.dealerCode)}</span>
      </span>
      <span>{[refName(row, 'cityId'), refName(row, 'districtId')].filter(Boolean).join(' ')}</span>
      <span className="wh-num">{textOf(row.servicePhone)}</span>
      <button type="button" className="wh-link-button" onClick={onClose}>
        {t('close')}
      </button>
    </aside>
  );
}

/** The dealers that the list's filters choose, on the map. */
export default function DealersMap({ query }: { readonly query: Readonly<Record<string, unknown>> }): ReactNode {
  const texts = useDealerTexts();
  const config = useMapConfig();
  const [selected, setSelected] = useState<string | null>(null);
  const { data, error, refetch } = useCall(
    '/data/crm/dealer/list',
    { page: 1, pageSize: most, query },
    { keepPrevious: true, inlineErrors: true },
  );
  const placed = useMemo(() => placedRows(data?.list ?? []), [data]);
  const points = useMemo(
    () =>
      placed.map((row): MapPoint => ({
        id: row.id,
        lng: Number(row.lng),
        lat: Number(row.lat),
        tone: tones[String(row.status)] ?? 'default',
        title: textOf(row.name),
      })),
    [placed],
  );
  const bounds = useMemo(() => boundsOf(points.map(({ lng, lat }) => [lng, lat] as const)), [points]);
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  const row = placed.find((one) => one.id === selected);
  const unplaced = data.list.length - placed.length;
  return (
    <section className="wh-section ov-fleet ov-map-with-card">
      <MapCanvas
        label={texts('map')}
        config={config}
        points={points}
        cluster
        selectedId={selected}
        fit={bounds}
        onSelect={(point) => setSelected(point.id)}
        onClick={() => setSelected(null)}
      />
      {row === undefined ? null : <Card row={row} onClose={() => setSelected(null)} />}
      <p className="ov-map-counts">
        {unplaced > 0 ? texts('unlocatedDealers', { n: unplaced }) : null}{' '}
        {data.total > most ? texts('firstN', { n: most }) : null}
      </p>
    </section>
  );
}
