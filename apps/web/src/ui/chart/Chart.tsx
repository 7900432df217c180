import { BarChartOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { Suspense, useState, type ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { ScrollRegion } from '../ScrollRegion.tsx';
import { EmptyState, LoadingState } from '../States.tsx';
import './chart.css';
import type { ChartProps, ChartTable } from './types.ts';
import { part } from '../part.tsx';
import { useNear } from '../useNear.ts';

export type { ChartOption, ChartProps, ChartTable } from './types.ts';

const ChartView = part(() => import('./ChartView.tsx'));

/** A chart with its numbers one click away: chart ⇄ table, and the picture to save. The library is fetched with the first one that comes into view. */
export function Chart({ label, title, table, height = 280, ...view }: ChartProps): ReactNode {
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
  if (table.rows.length === 0) return <EmptyState small />;
  return (
    <figure className="wh-chart" aria-label={label}>
      <div className="wh-chart-bar">
        <div>{title}</div>
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
        <NumbersTable label={label} table={table} height={height} />
      ) : (
        <InView height={height}>
          <Suspense fallback={<Waiting height={height} />}>
            <ChartView label={label} height={height} onPicture={setPicture} {...view} />
          </Suspense>
        </InView>
      )}
    </figure>
  );
}

/** Library and drawing come when the chart is about to be seen: most are further down. */
function InView({ height, children }: { readonly height: number; readonly children: ReactNode }): ReactNode {
  const { ref, near } = useNear<HTMLDivElement>();
  return near ? children : <div ref={ref} style={{ height }} />;
}

const Waiting = ({ height }: { readonly height: number }): ReactNode => (
  <div style={{ height }} className="wh-chart-wait">
    <LoadingState small />
  </div>
);

function NumbersTable({
  label,
  table,
  height,
}: {
  readonly label: string;
  readonly table: ChartTable;
  readonly height: number;
}): ReactNode {
  return (
    <ScrollRegion className="wh-chart-table" style={{ maxHeight: height }} label={label}>
      <table>
        <thead>
          <tr>
            {table.columns.map(({ key, title, align }) => (
              <th key={key} scope="col" data-align={align}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // Rows of a chart have no identity but their place.
            <tr key={i}>
              {table.columns.map(({ key, align }) => (
                <td key={key} data-align={align}>
                  {row[key]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
