/** Cells of the live map: Web-Mercator tiles of zoom 16 as Morton numbers, the same as SQL `geo_cell(lng, lat)`. */
export const cellZoom = 16;
const cellsPerSide = 2 ** cellZoom;
const maxLat = 85.0511;

function spread(value: number): number {
  let n = (value | (value << 8)) & 0x00ff00ff;
  n = (n | (n << 4)) & 0x0f0f0f0f;
  n = (n | (n << 2)) & 0x33333333;
  return (n | (n << 1)) & 0x55555555;
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(0, Math.floor(value)));

function tileOf(lng: number, lat: number, side: number): { x: number; y: number } {
  const phi = (Math.min(maxLat, Math.max(-maxLat, lat)) * Math.PI) / 180;
  return {
    x: clamp(((lng + 180) / 360) * side, side - 1),
    y: clamp((0.5 - Math.log(Math.tan(Math.PI / 4 + phi / 2)) / (2 * Math.PI)) * side, side - 1),
  };
}

/** Cell of a WGS-84 position. */
export function geoCell(lng: number, lat: number): number {
  const { x, y } = tileOf(lng, lat, cellsPerSide);
  return (spread(x) | (spread(y) << 1)) >>> 0;
}

export interface Bounds {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * Ranges of cells [from, to] that cover a view, at most about 40 of them: the coarsest tiles of which 6 × 6 suffice, neighbours joined.
 * The rim of the ranges lies outside the view: filter by the coordinates too where that matters.
 */
export function cellRanges({ west, south, east, north }: Bounds): { from: number; to: number }[] {
  let zoom = cellZoom;
  let a = tileOf(west, north, cellsPerSide);
  let b = tileOf(east, south, cellsPerSide);
  while (zoom > 0 && (b.x - a.x >= 6 || b.y - a.y >= 6)) {
    zoom--;
    a = { x: a.x >> 1, y: a.y >> 1 };
    b = { x: b.x >> 1, y: b.y >> 1 };
  }
  const size = 4 ** (cellZoom - zoom);
  const starts: number[] = [];
  for (let y = a.y; y <= b.y; y++)
    for (let x = a.x; x <= b.x; x++) starts.push(((spread(x) | (spread(y) << 1)) >>> 0) * size);
  starts.sort((p, q) => p - q);
  const ranges: { from: number; to: number }[] = [];
  for (const from of starts) {
    const last = ranges.at(-1);
    if (last && last.to + 1 === from) last.to = from + size - 1;
    else ranges.push({ from, to: from + size - 1 });
  }
  return ranges;
}

/** Middle of the tile of `zoom` (≤ 16) to which the cell belongs, WGS-84. */
export function cellCentre(cell: number, zoom: number): { lng: number; lat: number } {
  let tile = Math.floor(cell / 4 ** (cellZoom - zoom));
  let x = 0;
  let y = 0;
  for (let bit = 0; bit < zoom; bit++) {
    x += (tile & 1) * 2 ** bit;
    tile = Math.floor(tile / 2);
    y += (tile & 1) * 2 ** bit;
    tile = Math.floor(tile / 2);
  }
  const side = 2 ** zoom;
  return {
    lng: ((x + 0.5) / side) * 360 - 180,
    lat: (Math.atan(Math.sinh(Math.PI * (1 - (2 * (y + 0.5)) / side))) * 180) / Math.PI,
  };
}
