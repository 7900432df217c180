import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useMapConfig } from '../../api/map-config.ts';
import { useAreaName } from '../../entity-ui/areas.ts';
import { refName, textOf } from '../../entity-ui/model.ts';
import { Section } from '../../ui/Layout.tsx';
import { MapCanvas } from '../../ui/map/MapCanvas.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { useDealerTexts } from './texts.ts';

/** Where the dealer is. */
export default function PlaceTab({ row }: { readonly row: RowOf<'dealer'> }): ReactNode {
  const texts = useDealerTexts();
  const config = useMapConfig();
  const areaName = useAreaName();
  const [lng, lat] = [Number(row.lng), Number(row.lat)];
  const placed = Number.isFinite(lng) && Number.isFinite(lat) && row.lng !== null;
  const parts = (['provinceId', 'cityId', 'districtId'] as const).map(
    (name) => refName(row, name) ?? areaName(row[name]) ?? '',
  );
  return (
    <Section
      title={[...new Set(parts), textOf(row.address)].filter(Boolean).join(' ')}
      extra={placed ? <span className="wh-num wh-faint">{`${lng}, ${lat}`}</span> : undefined}
      flush
    >
      <div className="ov-place">
        {placed ? (
          <MapCanvas
            label={texts('map')}
            config={config}
            camera={{
              center: [lng, lat],
              zoom: config?.tilesUrl === undefined && config?.amapKey === undefined ? 9 : 15,
            }}
            marker={{ lng, lat }}
          />
        ) : (
          <EmptyState title={texts('noFix')} />
        )}
      </div>
    </Section>
  );
}
