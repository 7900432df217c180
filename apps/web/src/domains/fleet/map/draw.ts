import type { FleetCluster, FleetState } from '@wheelhouse/contract/fleet';

/** Colours of the map's own marks, read from the theme. */
export interface Palette {
  readonly states: Readonly<Record<FleetState, string>>;
  readonly surface: string;
  readonly text: string;
  readonly primary: string;
  readonly font: string;
}

const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wh-${name}`).trim();

export const readPalette = (): Palette => ({
  states: { riding: css('success'), charging: css('warning'), parked: css('primary'), offline: css('text-3') },
  surface: css('surface'),
  text: css('text'),
  primary: css('primary'),
  font: css('font'),
});

type Context = CanvasRenderingContext2D;

/** Radius of a cluster's circle in pixels: by the size of its number, so that 10 and 10,000 are both seen. */
export const clusterRadius = (count: number): number => Math.min(34, 13 + Math.log10(Math.max(1, count)) * 5);

/** `9,999`, `12k`, `1.2M`. */
export function shortCount(count: number): string {
  if (count < 10_000) return count.toLocaleString('en-US');
  if (count < 1_000_000) return `${Math.floor(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

const ringWidth = 4;

/** A circle with its number, in a ring of the shares of what its vehicles do. */
export function drawCluster(
  context: Context,
  palette: Palette,
  cluster: FleetCluster,
  x: number,
  y: number,
  presence: number,
  selected: boolean,
): void {
  const { count, online, riding, charging } = cluster;
  const radius = clusterRadius(count) * (0.7 + 0.3 * presence);
  context.globalAlpha = presence;
  context.beginPath();
  context.arc(x, y, radius + ringWidth / 2 + 1.5, 0, 2 * Math.PI);
  context.fillStyle = palette.surface;
  context.shadowColor = 'rgb(0 0 0 / 28%)';
  context.shadowBlur = selected ? 10 : 5;
  context.shadowOffsetY = 1;
  context.fill();
  context.shadowColor = 'transparent';
  context.shadowBlur = 0;
  const parts: readonly (readonly [FleetState, number])[] = [
    ['riding', riding],
    ['charging', charging],
    ['parked', online - riding - charging],
    ['offline', count - online],
  ];
  let angle = -Math.PI / 2;
  context.lineWidth = ringWidth;
  for (const [state, n] of parts) {
    if (n <= 0) continue;
    const end = angle + (n / count) * 2 * Math.PI;
    context.beginPath();
    context.arc(x, y, radius, angle, end);
    context.strokeStyle = palette.states[state];
    context.globalAlpha = presence * (state === 'offline' ? 0.45 : 1);
    context.stroke();
    angle = end;
  }
  context.globalAlpha = presence;
  context.fillStyle = palette.text;
  context.font = `600 ${count > 999 ? 11 : 12}px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(shortCount(count), x, y + 0.5);
  context.globalAlpha = 1;
}

/** A vehicle: an arrow in its direction while it rides, else a dot; charging with a bolt, offline hollow. */
export function drawVehicle(
  context: Context,
  palette: Palette,
  state: FleetState,
  heading: number,
  x: number,
  y: number,
  selected: boolean,
): void {
  const color = palette.states[state];
  context.save();
  context.translate(x, y);
  if (selected) {
    context.beginPath();
    context.arc(0, 0, 17, 0, 2 * Math.PI);
    context.fillStyle = color;
    context.globalAlpha = 0.2;
    context.fill();
    context.globalAlpha = 1;
  }
  context.shadowColor = 'rgb(0 0 0 / 35%)';
  context.shadowBlur = 3;
  context.shadowOffsetY = 1;
  context.lineWidth = 2;
  context.strokeStyle = palette.surface;
  context.fillStyle = color;
  if (state === 'riding') arrow(context, heading);
  else dot(context, palette, state, color);
  context.restore();
}

function arrow(context: Context, heading: number): void {
  context.rotate((heading * Math.PI) / 180);
  context.beginPath();
  context.moveTo(0, -11);
  context.lineTo(8, 9);
  context.lineTo(0, 4.5);
  context.lineTo(-8, 9);
  context.closePath();
  context.lineJoin = 'round';
  context.stroke();
  context.shadowColor = 'transparent';
  context.fill();
}

function dot(context: Context, palette: Palette, state: FleetState, color: string): void {
  context.beginPath();
  context.arc(0, 0, state === 'charging' ? 8 : 6, 0, 2 * Math.PI);
  if (state === 'offline') {
    context.fillStyle = palette.surface;
    context.fill();
    context.shadowColor = 'transparent';
    context.strokeStyle = color;
    context.stroke();
    return;
  }
  context.fill();
  context.shadowColor = 'transparent';
  context.stroke();
  if (state !== 'charging') return;
  context.beginPath();
  for (const [i, [px, py]] of bolt.entries()) {
    if (i === 0) context.moveTo(px, py);
    else context.lineTo(px, py);
  }
  context.closePath();
  context.fillStyle = palette.surface;
  context.fill();
}

const bolt: readonly (readonly [number, number])[] = [
  [1, -5.5],
  [-3.2, 0.8],
  [-0.4, 0.8],
  [-1, 5.5],
  [3.2, -0.8],
  [0.4, -0.8],
];

/** The end of a vehicle's name beside it, where there is room. */
export function drawLabel(context: Context, palette: Palette, text: string, x: number, y: number): void {
  context.font = `500 11px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.lineWidth = 3;
  context.lineJoin = 'round';
  context.strokeStyle = palette.surface;
  context.strokeText(text, x, y + 12);
  context.fillStyle = palette.text;
  context.fillText(text, x, y + 12);
}
