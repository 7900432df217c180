import { hash, timingSafeEqual } from 'node:crypto';
import { recordOf } from '@wheelhouse/contract/object';
import { cleanText } from '@wheelhouse/contract/text';
import { parseInstant } from '@wheelhouse/contract/time';
import { codes, type Code } from '@wheelhouse/entities/codes';
import type { Track, TrackStep } from './adapter.ts';

// The protocol of Kuaidi100: names, states and signatures.

/** D:ExpressCompany → its name there. A company that operators have added has its name there as its code. */
const companies: Readonly<Record<string, string>> = {
  SF: 'shunfeng',
  JD: 'jd',
  EMS: 'ems',
  YTO: 'yuantong',
  ZTO: 'zhongtong',
};
export const companyCode = (company: string): string =>
  (Object.hasOwn(companies, company) ? companies[company] : undefined) ?? company.toLowerCase();

/** Companies that show a track only to who knows the end of the receiver's number. */
export const wantsPhone = (company: string): boolean => companyCode(company).startsWith('shunfeng');

const md5 = (text: string): string => hash('md5', text, 'hex').toUpperCase();

/** Of a query. */
export const querySign = (param: string, { key, customer }: { readonly key: string; readonly customer: string }) =>
  md5(param + key + customer);

/** Of a push. */
export const pushSign = (param: string, salt: string): string => md5(param + salt);

/** Compared in a time that says nothing about the place of a difference. */
export function isPushSign(param: string, salt: string, given: string): boolean {
  const [right, other] = [Buffer.from(pushSign(param, salt)), Buffer.from(given.toUpperCase())];
  return right.length === other.length && timingSafeEqual(right, other);
}

const states = new Set<number>(Object.values(codes.ExpressState));
const isState = (n: number): n is Code<'ExpressState'> => states.has(n);

/** Of a finer state the one that it belongs to: 301 is signed, 1002 under way, 10 to 13 are the customs. */
export function stateOf(given: unknown): Code<'ExpressState'> | null {
  const n = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : given;
  if (typeof n !== 'number') return null;
  const base = n >= 1000 ? 0 : n >= 100 ? Math.floor(n / 100) : n >= 10 && n <= 13 ? codes.ExpressState.customs : n;
  return isState(base) ? base : null;
}

/** States of steps by their names, where they have no number. */
const named = new Map<unknown, Code<'ExpressState'>>([
  ['在途', codes.ExpressState.underWay],
  ['揽收', codes.ExpressState.collected],
  ['疑难', codes.ExpressState.trouble],
  ['签收', codes.ExpressState.signed],
  ['退签', codes.ExpressState.returned],
  ['派件', codes.ExpressState.delivering],
  ['退回', codes.ExpressState.returning],
  ['转投', codes.ExpressState.forwarded],
  ['清关', codes.ExpressState.customs],
  ['拒签', codes.ExpressState.refused],
]);

const mostSteps = 200;
const mostText = 500;
const control = /\p{Cc}+/gu;
const textOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? cleanText(value.toWellFormed().replace(control, ' ')) : '';
  return text === '' ? null : text.slice(0, mostText).toWellFormed();
};

function stepOf(given: unknown): TrackStep[] {
  const { ftime, time, context, status, statusCode } = recordOf(given);
  const at = [ftime, time].find((one): one is string => typeof one === 'string' && parseInstant(one) !== undefined);
  const text = textOf(context) ?? textOf(status);
  return at === undefined || text === null
    ? []
    : [{ time: at, text, state: stateOf(statusCode) ?? named.get(status) ?? null }];
}

/** The newest first; of the same second, as they came. */
const newestFirst = (a: TrackStep, b: TrackStep): number => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0);

/** A result as queries answer it and pushes bring it; undefined where it holds no track. */
export function trackOf(result: unknown): Track | undefined {
  const { data, state } = recordOf(result);
  if (!Array.isArray(data)) return undefined;
  return { state: stateOf(state), steps: data.slice(0, mostSteps).flatMap(stepOf).toSorted(newestFirst) };
}
