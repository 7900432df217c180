import { formatDay } from '@wheelhouse/contract/time';
import { createHash } from 'node:crypto';
import type { CarrierDay } from './adapter.ts';

const dayMs = 86_400_000;
const mostDays = 93;
/** Days after which the last cards are counted. */
const mostLate = 3;

const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

function dayOf(iccid: string, day: string): CarrierDay {
  const n = numberOf(`${iccid} ${day}`);
  // One card in fifty uses ten times as much as the others.
  const heavy = numberOf(iccid) % 50 === 0 ? 10 : 1;
  const usedKb = (120 + (n % 900)) * heavy;
  const upKb = Math.round(usedKb * (0.6 + (n % 7) * 0.05));
  return { day, usedKb, upKb, downKb: usedKb - upKb, sessionCount: 1 + (n % 6), onlineMin: 20 + (n % 400) };
}

/** What a card has used, the same each time it is asked for. The last days of some cards are not counted yet. */
export function usageOf(iccid: string, asked: URLSearchParams, now: Date): readonly CarrierDay[] {
  const from = Date.parse(`${asked.get('from')}T00:00:00+08:00`);
  const to = Date.parse(`${asked.get('to')}T00:00:00+08:00`);
  if (Number.isNaN(from) || Number.isNaN(to)) return [];
  const counted = now.getTime() - (1 + (numberOf(iccid) % mostLate)) * dayMs;
  const days: CarrierDay[] = [];
  for (let at = from; at <= Math.min(to, counted) && days.length < mostDays; at += dayMs)
    days.push(dayOf(iccid, formatDay(new Date(at))));
  return days;
}
