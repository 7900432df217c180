import { writeFile } from 'node:fs/promises';
import { formatInstant, type Text } from '@wheelhouse/contract';
import type { TrackPoint } from '@wheelhouse/contract/track';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { issueSheet } from '../../entity/export/issue-sheet.ts';
import { issueMade } from '../../entity/issue.ts';
import { styles, type Cell } from '../../sheet/write.ts';
import type { CallContext } from '../../http/context.ts';
import { readTrack, type ReadTrack } from './points.ts';
import type { Stretch } from './replay.ts';

export const traceFormats = ['gpx', 'csv', 'xlsx'] as const;
export type TraceFormat = (typeof traceFormats)[number];

/** More than a month of a sample every nine seconds. */
const mostRows = 300_000;

const texts = {
  time: { zh: '时间', en: 'Time' },
  lng: { zh: '经度(WGS-84)', en: 'Longitude (WGS-84)' },
  lat: { zh: '纬度(WGS-84)', en: 'Latitude (WGS-84)' },
  speed: { zh: '车速(km/h)', en: 'Speed (km/h)' },
  soc: { zh: '电量(%)', en: 'Charge (%)' },
  heading: { zh: '航向(°)', en: 'Heading (°)' },
  satellites: { zh: '卫星数', en: 'Satellites' },
  drift: { zh: '漂移点', en: 'Drift' },
  sheet: { zh: '轨迹', en: 'Trace' },
} as const satisfies Record<string, Text>;
const columns = ['time', 'lng', 'lat', 'speed', 'soc', 'heading', 'satellites', 'drift'] as const;

const escapeXml = (text: string): string => text.replace(/[<>&"']/g, (char) => `&#${char.codePointAt(0)};`);

/** GPX 1.1: a segment for each stretch without a gap; drift points are left out. */
function gpxOf({ points, drift, gaps }: ReadTrack, name: string): string {
  const [wrong, breaks] = [new Set(drift), new Set(gaps)];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gpx version="1.1" creator="Wheelhouse" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">',
    `<trk><name>${escapeXml(name)}</name><trkseg>`,
  ];
  points.forEach(([t, lng, lat, kmh, , heading, sat], i) => {
    if (breaks.has(i)) lines.push('</trkseg><trkseg>');
    if (wrong.has(i)) return;
    const more = [
      kmh === null ? '' : `<gpxtpx:speed>${(kmh / 3.6).toFixed(2)}</gpxtpx:speed>`,
      heading === null ? '' : `<gpxtpx:course>${heading}</gpxtpx:course>`,
    ].join('');
    lines.push(
      `<trkpt lat="${lat}" lon="${lng}"><time>${new Date(t).toISOString()}</time>${sat === null ? '' : `<sat>${sat}</sat>`}${
        more === '' ? '' : `<extensions><gpxtpx:TrackPointExtension>${more}</gpxtpx:TrackPointExtension></extensions>`
      }</trkpt>`,
    );
  });
  lines.push('</trkseg></trk></gpx>', '');
  return lines.join('\n');
}

const cellsOf = ([t, ...values]: TrackPoint, isDrift: boolean): [string, ...(number | null)[]] => [
  formatInstant(new Date(t)),
  ...values,
  isDrift ? 1 : 0,
];

function csvOf({ points, drift }: ReadTrack, { lang }: CallContext): string {
  const wrong = new Set(drift);
  const head = columns.map((name) => texts[name][lang]).join(',');
  const rows = points.map((point, i) => cellsOf(point, wrong.has(i)).join(','));
  // The mark by which spreadsheet programs know UTF-8.
  return `\ufeff${[head, ...rows].join('\r\n')}\r\n`;
}

function* portionsOf({ points, drift }: ReadTrack): Generator<Cell[][]> {
  const wrong = new Set(drift);
  for (let at = 0; at < points.length; at += 500)
    yield points.slice(at, at + 500).map(([t, ...values], i): Cell[] => [
      // A wall clock kept in UTC parts.
      new Date(Date.parse(`${formatInstant(new Date(t)).replace(' ', 'T')}Z`)),
      ...values,
      wrong.has(at + i) ? 1 : 0,
    ]);
}

/** Writes a stretch's points to a file for the caller to download, and logs the export. @returns its name and how many */
export async function exportTrace(
  ctx: CallContext,
  stretch: Stretch,
  format: TraceFormat,
): Promise<{ fileName: string; points: number }> {
  const track = await readTrack(ctx.app.db, { ...stretch, vehicleId: stretch.vehicle.id, limit: mostRows });
  const { lang } = ctx;
  const name = `${stretch.title} ${formatInstant(stretch.from).replaceAll(':', '')}`;
  const { entity, entityId, from, to } = stretch;
  const after = { format, from: formatInstant(from), to: formatInstant(to), points: track.points.length };
  const log = () =>
    withTransaction(ctx.app.db, (tx) =>
      audit(tx, ctx, {
        action: 'export',
        entity,
        entityId,
        after,
        path: '/veh/crm/trace/export',
        functionCode: 'historytrace.export',
      }),
    );
  const fileName =
    format === 'xlsx'
      ? await issueSheet(ctx, {
          title: texts.sheet[lang],
          fileName: name,
          columns: columns.map((column) => ({
            title: texts[column][lang],
            width: column === 'time' ? 20 : 14,
            style: styles.general,
          })),
          portions: portionsOf(track),
          log,
        })
      : await issueMade(ctx, `${name}.${format}`, async (path) => {
          await writeFile(path, format === 'gpx' ? gpxOf(track, name) : csvOf(track, ctx), 'utf8');
          await log();
        });
  return { fileName, points: track.points.length };
}
