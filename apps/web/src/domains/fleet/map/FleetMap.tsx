import { ownJson } from '@wheelhouse/contract/object';
import { ExpandOutlined, UnorderedListOutlined } from '@ant-design/icons';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { fleetStates, type FleetCluster, type FleetState, type FleetVehicle } from '@wheelhouse/contract/fleet';
import { call } from '../../../api/client.ts';
import { useMapConfig } from '../../../api/map-config.ts';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { useTheme } from '../../../theme/theme.ts';
import { boundsOf, datumOf } from '../../../ui/map/datum.ts';
import { MapCanvas, type Bounds, type LngLat, type MapHandle } from '../../../ui/map/MapCanvas.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { LoadingState } from '../../../ui/States.tsx';
import { FleetSearch } from './FleetSearch.tsx';
import { FleetLayer, type Hit } from './layer.ts';
import { SeenFilter, type Seen, seenQuery } from './SeenFilter.tsx';
import { StateLegend } from './StateLegend.tsx';
import { ageOf, stateTexts, texts } from './texts.ts';
import { useFleet, type FleetHandle } from './useFleet.ts';
import { VehicleCard } from './VehicleCard.tsx';
import { VehicleTable } from './VehicleTable.tsx';
import './fleet-map.css';

export interface FleetMapProps {
  /** Filters of the vehicle list in wire form (`{'dealerId.eq': '1'}`). */
  readonly query?: Readonly<Record<string, unknown>>;
  /** Pixels; the parent's height unless given. */
  readonly height?: number;
}

type Panel = { readonly kind: 'view' } | { readonly kind: 'spot'; readonly cluster: FleetCluster };

const everywhere: Bounds = [-180, -85, 180, 85];
const noQuery = {};
/** So close that a vehicle stands alone. */
const vehicleZoom = 16;
const farthestFit = 12;
/** For what is one point, a masked city above all: its surroundings. */
const pointFit = 8.5;
const aroundCity = 1e-4;

/** The box of a cluster; of one that stands for a city, a point. */
const spotOf = ({ bbox, lng, lat }: FleetCluster): Bounds =>
  bbox ?? [lng - aroundCity, lat - aroundCity, lng + aroundCity, lat + aroundCity];

/** Bounds of everything that matches, wherever it is. */
async function extentOf(query: Readonly<Record<string, unknown>>): Promise<Bounds | null> {
  const { clusters, vehicles } = await call('/veh/crm/vehicle/fleet', { bbox: everywhere, zoom: 3, query });
  const corners = clusters.flatMap((cluster): LngLat[] => {
    const [west, south, east, north] = spotOf(cluster);
    return [
      [west, south],
      [east, north],
    ];
  });
  return boundsOf([...corners, ...vehicles.map((vehicle): LngLat => [vehicle.lng, vehicle.lat])]);
}

/** The live fleet on a map: clusters from the server, single vehicles moving, search, legend, and the same as a list. */
export function FleetMap({ query: given = noQuery, height }: FleetMapProps): ReactNode {
  const t = useTexts(texts);
  const config = useMapConfig();
  const [chosen, setChosen] = useState<ReadonlySet<FleetState>>(() => new Set(fleetStates));
  const [seen, setSeen] = useState<Seen | null>(null);
  const query = useMemo(() => ({ ...given, ...seenQuery(seen) }), [given, seen]);
  const [selected, setSelected] = useState<FleetVehicle | null>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const fleet = useFleet(query, chosen);
  const { facts } = fleet;

  const locate = (vehicle: FleetVehicle): void => {
    setSelected(vehicle);
    handle?.flyTo({
      center: [vehicle.lng, vehicle.lat],
      zoom: facts?.masked === true ? 10 : Math.max(vehicleZoom, handle.map.getZoom()),
    });
  };
  const openCluster = (cluster: FleetCluster): void => {
    if (cluster.stack === true || cluster.bbox === undefined) return setPanel({ kind: 'spot', cluster });
    handle?.fit(cluster.bbox, { maxZoom: 18 });
  };
  const onHit = (hit: Hit | undefined): void => {
    setSelected(hit !== undefined && 'vehicle' in hit ? hit.vehicle : null);
    if (hit !== undefined && 'cluster' in hit) openCluster(hit.cluster);
  };
  const card = useLayer({ handle, config, fleet, selected, onHit });
  const showAll = useFitAll(handle, query);
  const panelBounds = panel === null ? null : panel.kind === 'spot' ? spotOf(panel.cluster) : fleet.bounds;

  return (
    <div className="fm" style={height === undefined ? undefined : { height }}>
      <div className="fm-bar">
        <StateLegend counts={facts?.states} chosen={chosen} onChange={setChosen} />
        <div className="fm-tools">
          {Object.keys(given).some((key) => key.startsWith('lastReportTime')) ? null : (
            <SeenFilter seen={seen} onChange={setSeen} />
          )}
          <FleetSearch onFound={locate} />
          <button
            type="button"
            className="wh-icon-button"
            title={t('fitAll')}
            aria-label={t('fitAll')}
            onClick={showAll}
          >
            <ExpandOutlined />
          </button>
          <button
            type="button"
            className="wh-icon-button"
            title={t('list')}
            aria-label={t('list')}
            aria-pressed={panel?.kind === 'view'}
            onClick={() => setPanel(panel?.kind === 'view' ? null : { kind: 'view' })}
          >
            <UnorderedListOutlined />
          </button>
        </div>
      </div>
      <div className="fm-stage">
        {config === undefined ? (
          <LoadingState />
        ) : (
          <MapCanvas config={config} label={t('map')} onViewport={fleet.look} onReady={setHandle} />
        )}
        <p className="fm-note">
          {fleet.error === null ? null : <span className="fm-old">{t('stale')}</span>}
          <span className="wh-num">
            {facts !== null ? t('total', { n: formatNumber(facts.total) }) : fleet.error === null ? t('reading') : null}
          </span>
          {facts === null || facts.unlocated === 0 ? null : (
            <span className="wh-num">{t('unlocated', { n: formatNumber(facts.unlocated) })}</span>
          )}
          {facts?.masked === true ? <span>{t('masked')}</span> : null}
        </p>
        <div ref={card} className="fm-anchor" hidden={selected === null}>
          {selected === null ? null : (
            <VehicleCard key={selected.id} vehicle={selected} onClose={() => setSelected(null)} />
          )}
        </div>
        {panel === null || panelBounds === null ? null : (
          <VehicleTable
            title={panel.kind === 'spot' ? t('stack', { n: formatNumber(panel.cluster.count) }) : t('listInView')}
            bounds={panelBounds}
            query={query}
            states={fleet.stateFilter}
            onLocate={locate}
            onClose={() => setPanel(null)}
          />
        )}
      </div>
    </div>
  );
}

/** Shows all that matches: at the start, when the filters change, and on demand. */
function useFitAll(handle: MapHandle | null, query: Readonly<Record<string, unknown>>): () => void {
  const text = JSON.stringify(query);
  const fit = useCallback(
    (animate: boolean) => {
      if (handle === null) return;
      extentOf(ownJson(text)).then(
        (bounds) =>
          bounds !== null &&
          handle.fit(bounds, { maxZoom: bounds[2] - bounds[0] < 10 * aroundCity ? pointFit : farthestFit, animate }),
        // The view's own question says what is wrong.
        () => undefined,
      );
    },
    [handle, text],
  );
  useEffect(() => fit(false), [fit]);
  return () => fit(true);
}

const cardGap = 20;
const cardEdge = 8;

/** Where a card stands beside a point: above it where it fits, else below, else at its side; always inside the map. */
function placeBeside(
  at: { readonly x: number; readonly y: number },
  { offsetWidth, offsetHeight }: HTMLElement,
  { clientWidth, clientHeight }: HTMLElement,
): { readonly x: number; readonly y: number } {
  const clamp = (value: number, most: number): number =>
    Math.round(Math.max(cardEdge, Math.min(value, most - cardEdge)));
  const fitsAbove = at.y - cardGap - offsetHeight >= cardEdge;
  const fitsBelow = at.y + cardGap + offsetHeight <= clientHeight - cardEdge;
  const y = fitsAbove ? at.y - cardGap - offsetHeight : fitsBelow ? at.y + cardGap : (clientHeight - offsetHeight) / 2;
  const right = at.x + cardGap + offsetWidth <= clientWidth - cardEdge;
  const x = fitsAbove || fitsBelow ? at.x - offsetWidth / 2 : right ? at.x + cardGap : at.x - cardGap - offsetWidth;
  return { x: clamp(x, clientWidth - offsetWidth), y: clamp(y, clientHeight - offsetHeight) };
}

interface LayerParts {
  readonly handle: MapHandle | null;
  readonly config: ReturnType<typeof useMapConfig>;
  readonly fleet: FleetHandle;
  readonly selected: FleetVehicle | null;
  readonly onHit: (hit: Hit | undefined) => void;
}

/** Puts the fleet's canvas over the map, and keeps the open card beside its vehicle. @returns the ref of the card's frame */
function useLayer({ handle, config, fleet, selected, onHit }: LayerParts): RefObject<HTMLDivElement | null> {
  const card = useRef<HTMLDivElement>(null);
  const layer = useRef<FleetLayer | null>(null);
  const t = useTexts(texts);
  const pick = usePick();
  const { dark, color } = useTheme();
  const datum = useMemo(() => datumOf(config), [config]);
  const { model } = fleet;
  const hit = useEffectEvent(onHit);
  const titleOf = useEffectEvent((under: Hit): string => {
    if ('cluster' in under)
      return t('cluster', { n: formatNumber(under.cluster.count), online: formatNumber(under.cluster.online) });
    const { name, state, soc, speedKmh, ageSec } = under.vehicle;
    const age = ageOf(ageSec);
    return [
      name,
      pick(stateTexts[state]),
      state === 'riding' && speedKmh !== null ? `${Math.round(speedKmh)} km/h` : '',
      soc === null ? '' : `${soc}%`,
      t(age.key, { n: age.n }),
    ]
      .filter(Boolean)
      .join(' · ');
  });
  const placeCard = useEffectEvent((project: (at: LngLat) => { readonly x: number; readonly y: number }) => {
    if (selected === null || card.current === null || handle === null) return;
    const at = project(model.vehicles.get(selected.id)?.at ?? [selected.lng, selected.lat]);
    const { x, y } = placeBeside(at, card.current, handle.map.getContainer());
    card.current.style.translate = `${x}px ${y}px`;
  });

  useEffect(() => {
    if (handle === null) return undefined;
    const made = new FleetLayer({
      map: handle.map,
      datum,
      model,
      onHit: (under) => hit(under),
      titleOf: (under) => titleOf(under),
      onFrame: (project) => placeCard(project),
    });
    layer.current = made;
    return () => {
      layer.current = null;
      made.remove();
    };
  }, [handle, datum, model]);
  useEffect(() => layer.current?.repaint(), [dark, color]);
  useEffect(() => {
    if (layer.current === null) return;
    layer.current.selectedId = selected?.id ?? null;
    layer.current.wake();
  }, [selected, handle]);
  useEffect(() => {
    if (card.current === null) return undefined;
    const observer = new ResizeObserver(() => layer.current?.wake());
    observer.observe(card.current);
    return () => observer.disconnect();
  }, []);
  return card;
}
