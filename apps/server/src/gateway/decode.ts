import { isRecord, recordOf } from '@wheelhouse/contract/object';
import {
  eventSeverities,
  eventStates,
  maxSamples,
  parseMid,
  protocolVersion,
} from '@wheelhouse/contract/device/payloads';
import type { UplinkKind } from '@wheelhouse/contract/device/topics';
import { eventTime, sampleTimes } from './clock.ts';
import { cleanText, isDeep, jsonbText } from './json.ts';
import { readSample, type Reading, type Refuse } from './samples.ts';
import type { Device, EventItem, Item, Uplink } from './types.ts';

/** Uplinks that must carry `mid`; the others are repeatable by their own ids and versions, and are numbered when they carry one. */
const numbered: ReadonlySet<UplinkKind> = new Set(['telemetry', 'event', 'log']);

/** What is read of a message by name; any of it may be anything. */
interface Body {
  readonly v?: unknown;
  readonly mid?: unknown;
  readonly ts?: unknown;
  readonly s?: unknown;
  readonly code?: unknown;
  readonly state?: unknown;
  readonly st?: unknown;
  readonly status?: unknown;
  readonly session?: unknown;
  readonly severity?: unknown;
  readonly ref?: unknown;
  readonly id?: unknown;
  readonly job?: unknown;
  readonly sid?: unknown;
  readonly pos?: unknown;
}

interface Source {
  readonly device: Device;
  readonly recv: number;
  readonly uplink: Pick<Uplink, 'payload' | 'session' | 'done'>;
}

/**
 * Turns an uplink into what the batchers store.
 * @returns undefined when refused as a whole (reported to `refuse`)
 */
export function decode(kind: UplinkKind, source: Source, refuse: Refuse): Item | undefined {
  const text = source.uplink.payload.toString('utf8');
  if (kind === 'status') {
    const word = text.trim();
    if (word === 'online' || word === 'offline') return presence(word, source, undefined);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    refuse('json', text.slice(0, 100));
    return undefined;
  }
  if (kind === 'status' && (parsed === 'online' || parsed === 'offline')) return presence(parsed, source, undefined);
  if (!isRecord(parsed)) {
    refuse('shape', text.slice(0, 100));
    return undefined;
  }
  const body: Body = parsed;
  if (body.v !== protocolVersion) {
    refuse('version', `v=${String(JSON.stringify(body.v)).slice(0, 40)}`);
    return undefined;
  }
  const number = parseMid(body.mid);
  if (!number && (numbered.has(kind) || body.mid !== undefined)) {
    refuse('mid', `mid=${String(JSON.stringify(body.mid)).slice(0, 60)}`);
    return undefined;
  }
  if (kind === 'status') return status(body, source, refuse);
  if (kind === 'telemetry') return number && telemetry(body, number, source, refuse);
  return event(kind, body, number, source, refuse);
}

function presence(change: 'online' | 'offline', { device, recv, uplink }: Source, session: string | undefined): Item {
  return { type: 'presence', device, recv, done: uplink.done, change, session: uplink.session?.id ?? session ?? null };
}

function status(body: Body, source: Source, refuse: Refuse): Item | undefined {
  const word = body.st ?? body.status ?? body.state;
  if (word !== 'online' && word !== 'offline') {
    refuse('shape', 'st is neither online nor offline');
    return undefined;
  }
  const session = body.session;
  return presence(
    word,
    source,
    typeof session === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(session)
      ? session.toLowerCase()
      : undefined,
  );
}

function telemetry(
  body: Body,
  number: { boot: number; seq: number },
  source: Source,
  refuse: Refuse,
): Item | undefined {
  const samples: unknown = body.s;
  if (!Array.isArray(samples)) {
    refuse('shape', 's is not a list');
    return undefined;
  }
  if (samples.length > maxSamples) {
    refuse('tooMany', `${samples.length} samples`);
    return undefined;
  }
  const readings: Reading[] = [];
  const times = sampleTimes(samples, source.recv);
  for (let idx = 0; idx < samples.length; idx++) {
    const reading = readSample(samples[idx], idx, times[idx], refuse);
    if (reading) readings.push(reading);
  }
  return { type: 'telemetry', device: source.device, recv: source.recv, done: source.uplink.done, ...number, readings };
}

const text = (value: unknown, max = 64): string | null =>
  typeof value === 'string' && value !== '' && value.length <= max ? cleanText(value) : null;
const oneOf = (value: unknown, list: readonly string[]): string | null => list.find((known) => known === value) ?? null;

/** The columns of an event that are found by; the rest stays in the payload. */
function event(
  kind: EventItem['kind'],
  body: Body,
  number: { boot: number; seq: number } | undefined,
  source: Source,
  refuse: Refuse,
): Item | undefined {
  if (isDeep(body)) {
    refuse('shape', 'nested too deeply');
    return undefined;
  }
  const time = eventTime(body.ts, source.recv, refuse);
  if (!time) return undefined;
  const code = kind === 'event' ? text(body.code) : typeof body.code === 'number' ? String(body.code) : text(body.code);
  const state = kind === 'event' ? oneOf(body.state, eventStates) : text(body.st);
  if (kind === 'event' && (code === null || state === null || body.ts === undefined)) {
    refuse('shape', 'an event needs code, state and ts');
    return undefined;
  }
  return {
    type: 'event',
    kind,
    device: source.device,
    recv: source.recv,
    done: source.uplink.done,
    boot: number?.boot ?? null,
    seq: number?.seq ?? null,
    ...time,
    code,
    state,
    severity: oneOf(body.severity, eventSeverities),
    ref: text(body.ref) ?? text(body.id) ?? text(body.job) ?? text(body.sid),
    ...place(body.pos, refuse),
    payload: jsonbText(body),
  };
}

/** An event is kept even if its position is wrong; the position is left out and counted. */
function place(pos: unknown, refuse: Refuse): { lat: number | null; lng: number | null } {
  const { lat, lng }: { readonly lat?: unknown; readonly lng?: unknown } = recordOf(pos);
  if (lat === undefined && lng === undefined) return { lat: null, lng: null };
  if (
    typeof lat === 'number' &&
    typeof lng === 'number' &&
    Math.abs(lat) <= 90 &&
    Math.abs(lng) <= 180 &&
    (lat !== 0 || lng !== 0)
  )
    return { lat, lng };
  refuse('position', `lat=${String(JSON.stringify(lat)).slice(0, 20)} lng=${String(JSON.stringify(lng)).slice(0, 20)}`);
  return { lat: null, lng: null };
}
