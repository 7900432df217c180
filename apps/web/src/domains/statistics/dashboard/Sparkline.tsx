import type { ReactNode } from 'react';

const [width, height] = [88, 22] as const;

/** A line without axes: the shape of the last days, its last point marked. The numbers are in the trend's table. */
export function Sparkline({ values }: { readonly values: readonly number[] }): ReactNode {
  if (values.length < 2) return null;
  const top = Math.max(...values);
  const bottom = Math.min(...values);
  const span = top - bottom || 1;
  const points = values.map(
    (value, i) =>
      [(i / (values.length - 1)) * (width - 6) + 2, height - 4 - ((value - bottom) / span) * (height - 8)] as const,
  );
  const path = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const [lastX, lastY] = points.at(-1) ?? [0, 0];
  return (
    <svg className="db-spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polygon points={`2,${height} ${path} ${lastX.toFixed(1)},${height}`} />
      <polyline points={path} />
      <circle cx={lastX} cy={lastY} r="2" />
    </svg>
  );
}
