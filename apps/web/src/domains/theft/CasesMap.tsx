import { isStatus } from '../fleet/useVehicleStatus.ts';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import { theftMachines } from '@wheelhouse/entities/machines/theft';
import { useMemo, useState, type ReactNode } from 'react';
import { useLive } from '../../api/live.ts';
import { useMapConfig } from '../../api/map-config.ts';
import { useCall } from '../../api/query.ts';
import { RecordLink } from '../../entity-ui/cells/ref.tsx';
import { refName, textOf } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { boundsOf } from '../../ui/map/datum.ts';
import { MapCanvas, type Bounds, type MapPoint, type Tone } from '../../ui/map/MapCanvas.tsx';
import { PendingState } from '../../ui/States.tsx';
import { Identity, StatusTag, TimeAgo } from '../../ui/Values.tsx';
import { useTheftTexts } from './texts.ts';

/** Most cases whose vehicles are loaded in one call and followed. */
const most = 40;
const { toVerify, monitoring, recovered } = theftMachines['SM-Stolen'].states;
const tones: Readonly<Record<string, Tone>> = { [toVerify]: 'warning', [monitoring]: 'danger', [recovered]: 'success' };

function Card({
  row,
  status,
  onClose,
}: {
  readonly row: ListRowOf<'stolenCase'>;
  readonly status: VehicleStatus | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const t = useT();
  const state = useDictLookup()('StolenStatus', textOf(row.status));
  return (
    <aside className="ov-map-card" aria-live="polite">
      <strong>
        <RecordLink entity="stolenCase" id={row.id}>
          {textOf(row.caseNo)}
        </RecordLink>
      </strong>
      <span>
        <StatusTag color={state?.color}>{state?.name}</StatusTag> <Identity value={refName(row, 'vehicleId') ?? ''} />
      </span>
      <span>{textOf(row.stolenAddress)}</span>
      <TimeAgo value={textOf(status?.reportTime)} />
      <button type="button" className="wh-link-button" onClick={onClose}>
        {t('close')}
      </button>
    </aside>
  );
}

/** States of vehicles, asked for once and then pushed. */
function useStates(vehicleIds: readonly string[]): ReadonlyMap<string, VehicleStatus> {
  const may = useCan()('vehicleManage.query');
  const followed = may ? vehicleIds : [];
  const { data, refetch } = useCall(
    '/veh/crm/vehicle/status',
    { vehicleIds: followed },
    { enabled: followed.length > 0, keepPrevious: true },
  );
  const [pushed, setPushed] = useState<ReadonlyMap<string, VehicleStatus>>(new Map());
  useLive(
    followed.map((id) => `vehicle:${id}`),
    (event) => {
      // What was pushed before the gap may be older than what is asked for now.
      if (event.kind === 'resync') return void refetch().then(() => setPushed(new Map()));
      if (event.kind !== 'event' || !isStatus(event.data)) return;
      const status = event.data;
      setPushed((old) => new Map(old).set(status.id, status));
    },
  );
  return useMemo(() => new Map([...(data ?? []).map((one) => [one.id, one] as const), ...pushed]), [data, pushed]);
}

/** The cases that the list's filters choose, on the map. */
export default function CasesMap({ query }: { readonly query: Readonly<Record<string, unknown>> }): ReactNode {
  const texts = useTheftTexts();
  const config = useMapConfig();
  const [selected, setSelected] = useState<string | null>(null);
  const { data, error, refetch } = useCall(
    '/veh/crm/stolen/list',
    { page: 1, pageSize: most, query },
    { keepPrevious: true, inlineErrors: true },
  );
  const vehicleIds = useMemo(() => [...new Set((data?.list ?? []).map((row) => textOf(row.vehicleId)))], [data]);
  const states = useStates(vehicleIds);
  const points = useMemo(
    () =>
      (data?.list ?? []).flatMap((row): MapPoint[] => {
        const status = states.get(textOf(row.vehicleId));
        if (status === undefined || status.gpsLng === null || status.gpsLat === null) return [];
        const tone = tones[textOf(row.status)] ?? 'default';
        return [{ id: row.id, lng: status.gpsLng, lat: status.gpsLat, tone, title: textOf(row.caseNo) }];
      }),
    [data, states],
  );
  // Shown whole when their number changes, and left alone while they move.
  const [shown, setShown] = useState<{ readonly n: number; readonly bounds: Bounds | null }>({ n: 0, bounds: null });
  if (shown.n !== points.length)
    setShown({ n: points.length, bounds: boundsOf(points.map(({ lng, lat }) => [lng, lat] as const)) });
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  const row = data.list.find((one) => one.id === selected);
  const unplaced = data.list.length - points.length;
  return (
    <section className="wh-section ov-fleet ov-map-with-card">
      <MapCanvas
        label={texts('casesOnMap')}
        config={config}
        points={points}
        cluster
        selectedId={selected}
        fit={shown.bounds}
        onSelect={(point) => setSelected(point.id)}
        onClick={() => setSelected(null)}
      />
      {row === undefined ? null : (
        <Card row={row} status={states.get(textOf(row.vehicleId))} onClose={() => setSelected(null)} />
      )}
      <p className="ov-map-counts">
        {unplaced > 0 ? texts('unplaced', { n: unplaced }) : null}{' '}
        {data.total > most ? texts('firstN', { n: most }) : null}
      </p>
    </section>
  );
}
