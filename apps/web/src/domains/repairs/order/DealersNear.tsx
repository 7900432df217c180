import type { RepairDealerOption } from '@wheelhouse/contract/calls/repairs';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMemo, type ReactNode } from 'react';
import { useMapConfig } from '../../../api/map-config.ts';
import { useRepairTexts } from './texts.ts';
import { boundsOf } from '../../../ui/map/datum.ts';
import { MapCanvas, type LngLat, type MapPoint } from '../../../ui/map/MapCanvas.tsx';

interface DealersNearProps {
  readonly dealers: readonly RepairDealerOption[];
  readonly row: RowOf<'repairOrder'>;
}

/** Dealers on a map, those that are open then in green; with the address of the order, for users who may see it. */
export function DealersNear({ dealers, row: { lng, lat } }: DealersNearProps): ReactNode {
  const texts = useRepairTexts();
  const config = useMapConfig();
  const points = useMemo(
    () =>
      dealers.map((one): MapPoint => ({
        id: one.id,
        lng: one.lng,
        lat: one.lat,
        title: one.name,
        tone: one.open ? 'success' : 'default',
      })),
    [dealers],
  );
  const place = useMemo(() => (typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : null), [lng, lat]);
  const fit = useMemo(
    () => boundsOf([...points, ...(place === null ? [] : [place])].map((at): LngLat => [at.lng, at.lat])),
    [points, place],
  );
  return (
    <div className="rp-map">
      <MapCanvas label={texts('dealersMap')} config={config} points={points} marker={place} fit={fit} />
    </div>
  );
}
