import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { EmptyState, LoadingState } from '../States.tsx';
import './chart.css';
import { DataTable } from '../table/DataTable.tsx';
import type { ChartProps, ChartTable } from './types.ts';
import { part } from '../part.tsx';
import { WhenNear } from '../WhenNear.tsx';

export type { ChartOption, ChartProps, ChartSpans, ChartTable } from './types.ts';

const ChartView = part(() => import('./ChartView.tsx'));
const CurveView = part(() => import('./CurveView.tsx'));
const ScatterView = part(() => import('./ScatterView.tsx'));
const SpanView = part(() => import('./SpanView.tsx'));

const hasPoints = ({ series }: ChartProps['option']): boolean => [series].flat().some((one) => one?.type === 'scatter');

/**
 * A chart with its numbers one click away: chart ⇄ table, and the picture to save. The library is fetched with the first one that comes into view.
 * @for a chart: with `says`, one sentence of what it shows (`ui/chart/says.ts`); parts of a whole `sharesOf`, values of different size `panelsOf`:
 * never two scales in one picture; `spans` where a span of points can be marked
 */
export function Chart({ label, says, table, height = 280, spans, ...view }: ChartProps): ReactNode {
  const t = useT();
  const [asTable, setAsTable] = useState(false);
  const [picture, setPicture] = useState<(() => string) | null>(null);
  const save = (): void => {
    if (picture === null) return;
    const link = document.createElement('a');
    link.href = picture();
    link.download = `${label}.png`;
    link.click();
  };
  const toggleLabel = t(asTable ? 'chart' : 'table');
  const View = 'dataZoom' in view.option ? CurveView : hasPoints(view.option) ? ScatterView : ChartView;
  if (table.rows.length === 0) return <EmptyState small />;
  return (
    <figure className="wh-chart" aria-label={label}>
      <figcaption className="wh-chart-says">{says}</figcaption>
      <div className="wh-chart-bar">
        <button
          type="button"
          className="wh-icon-button"
          aria-label={toggleLabel}
          title={toggleLabel}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? <BarChartOutlined /> : <TableOutlined />}
        </button>
        <button
          type="button"
          className="wh-icon-button"
          aria-label={t('saveImage')}
          title={t('saveImage')}
          disabled={asTable || picture === null}
          onClick={save}
        >
          <DownloadOutlined />
        </button>
      </div>
      {asTable ? (
        <DataTable
          dense
          label={label}
          height={height}
          rows={table.rows}
          // Rows of a chart have no identity but their place.
          rowKey={(_row, at) => String(at)}
          columns={table.columns.map(({ key, title: head, align }) => ({
            key,
            label: head,
            num: true,
            align: align === 'right' ? 'end' : undefined,
            render: (row: ChartTable['rows'][number]) => row[key],
          }))}
        />
      ) : (
        // Library and drawing come when the chart is about to be seen: most are further down.
        <WhenNear height={height}>
          <Suspense fallback={<Waiting height={height} />}>
            {spans === undefined ? (
              <View label={label} height={height} onPicture={setPicture} {...view} />
            ) : (
              <SpanView label={label} height={height} onPicture={setPicture} spans={spans} {...view} />
            )}
          </Suspense>
        </WhenNear>
      )}
    </figure>
  );
}

const Waiting = ({ height }: { readonly height: number }): ReactNode => (
  <div style={{ height }} className="wh-chart-wait">
    <LoadingState small />
  </div>
);
