import { platformBegan } from '@wheelhouse/contract/device/payloads';
import { telemetryFields, type TelemetryField } from '@wheelhouse/contract/device/fields';
import { finished } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TelemetryItem } from './types.ts';
import { notKnown } from './values.ts';

const fields: readonly TelemetryField[] = telemetryFields;
const columns = fields.flatMap((field) =>
  field.history === undefined ? [] : [{ id: field.id, column: field.history, scale: field.historyScale ?? 1 }],
);
const copySql = `copy veh_telemetry (vehicle_id, ts, recv_time, boot, seq, idx, tsq, ${columns.map((c) => c.column).join(', ')}, parts) from stdin`;

const special = /[\\\t\n\r]/g;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
/** A text as COPY reads it. */
const escapeText = (text: string) => text.replace(special, (char) => escapes[char] ?? char);

function rowsOf(item: TelemetryItem): string {
  const recv = new Date(item.recv).toISOString();
  let rows = '';
  for (const reading of item.readings) {
    let row = `${item.device.vehicleId}\t${new Date(reading.ts).toISOString()}\t${recv}\t${item.boot}\t${item.seq}\t${reading.idx}\t${reading.tsq ?? '\\N'}`;
    for (const { id, scale } of columns) {
      const value = reading.values[id];
      if (value === null || value === undefined || value === notKnown) row += '\t\\N';
      else if (typeof value === 'number') row += `\t${scale === 1 ? value : Math.round(value * scale * 1000) / 1000}`;
      else row += `\t${escapeText(String(value))}`;
    }
    rows += `${row}\t${reading.parts === null ? '\\N' : escapeText(reading.parts)}\n`;
  }
  return rows;
}

/** Appends the samples of these messages to the history, in the client's transaction. */
export async function copyHistory(client: PoolClient, items: readonly TelemetryItem[]): Promise<void> {
  let text = '';
  for (const item of items) text += rowsOf(item);
  if (text === '') return;
  const stream = client.query(copyFrom(copySql));
  stream.end(text);
  await finished(stream);
}

const dayMs = 86_400_000;
const lastPast = platformBegan / dayMs;

/** UTC days (days since 1970) these messages touch, except those of the partition of the past. */
export function daysOf(items: readonly TelemetryItem[]): Set<number> {
  const days = new Set<number>();
  for (const item of items) for (const reading of item.readings) days.add(Math.floor(reading.ts / dayMs));
  for (const day of days) if (day < lastPast) days.delete(day);
  return days;
}

/** `YYYY-MM-DD` of a day since 1970. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
