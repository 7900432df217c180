import { lunarMonths, type LunarMonth } from '@wheelhouse/contract/lunar';
import { formatDay, isDay } from '@wheelhouse/contract/time';
import { codes } from '../codes.ts';

const { solar, lunar, explicit } = codes.HolidayDateMode;
const dayMs = 86_400_000;

/** Longest period of a holiday, in days. */
export const longestHoliday = 15;
/** Years ahead for which results are shown and compared. */
const yearsAhead = 3;

/** What is particular about a year: `shortMonth` and `commonYear`: the day does not exist, so the last one of the month counts. */
export type DateRemark = 'shortMonth' | 'commonYear' | 'leapMonth';

/** A period of a holiday as it falls in a year, solar days `YYYY-MM-DD`, both included. */
export interface Occurrence {
  readonly from: string;
  readonly to: string;
  readonly remarks: readonly DateRemark[];
}

interface Point {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number;
}
interface Range {
  readonly from: Point;
  readonly to: Point;
}

const dayNumber = (text: string): number => Date.parse(`${text}T00:00:00Z`) / dayMs;
const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const solarDay = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / dayMs;
const isEarlier = (a: Point, b: Point): boolean => a.month < b.month || (a.month === b.month && a.day < b.day);

function pointOf(text: string): Point | undefined {
  const match = /^(?:(\d{4})-)?(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match;
  return { year: year === undefined ? undefined : Number(year), month: Number(month), day: Number(day) };
}

const dayOf = ({ year = 0, month, day }: Point): number => solarDay(year, month, day);

/** Days of a range at most; undefined when it is not one of this mode. Months count with their longest form. */
function lengthOf(mode: number, { from, to }: Range): number | undefined {
  if (mode === explicit) {
    const isReal = [from, to].every(
      ({ year, month, day }) => year !== undefined && isDay(dayText(solarDay(year, month, day))),
    );
    const length = isReal ? dayOf(to) - dayOf(from) + 1 : 0;
    return length > 0 ? length : undefined;
  }
  if (from.year !== undefined || to.year !== undefined) return undefined;
  // A leap year has every day of the solar calendar; a lunar month has up to 30.
  const at = ({ month, day }: Point): number =>
    mode === lunar ? month * 30 + day : solarDay(2024, month, day) - solarDay(2024, 1, 1);
  const around = mode === lunar ? 360 : 366;
  return ((at(to) - at(from) + around) % around) + 1;
}

const isPoint = (mode: number, { month, day }: Point): boolean => {
  if (month < 1 || month > 12 || day < 1) return false;
  return mode === lunar ? day <= 30 : day <= new Date(Date.UTC(2024, month, 0)).getUTCDate();
};

/** Why a date is refused. */
export type DateFault = 'format' | 'tooLong';

/** A date as it is written: `12-30`, `12-30..01-07` (across the end of the year), or with years `2027-02-05..2027-02-12`. */
function readRange(mode: number, text: string): Range | DateFault {
  const [first = '', last = first, more] = text.split('..');
  const [from, to] = [pointOf(first), pointOf(last)];
  if (from === undefined || to === undefined || more !== undefined) return 'format';
  if (mode === explicit) {
    if (!isDay(first) || !isDay(last)) return 'format';
  } else if (!isPoint(mode, from) || !isPoint(mode, to)) return 'format';
  const length = lengthOf(mode, { from, to });
  if (length === undefined) return 'format';
  return length > longestHoliday ? 'tooLong' : { from, to };
}

/** What is wrong with a date of a mode (D:HolidayDateMode); undefined when nothing is. */
export function dateFault(mode: number, text: string): DateFault | undefined {
  const range = readRange(mode, text);
  return typeof range === 'string' ? range : undefined;
}

/** A day of a solar year; the last of its month where that year has no such day. */
function inSolarYear(year: number, { month, day }: Point, remarks: Set<DateRemark>): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (day > last) remarks.add('commonYear');
  return solarDay(year, month, Math.min(day, last));
}

function inLunarMonth({ begins, days }: LunarMonth, day: number, remarks: Set<DateRemark>): number {
  if (day > days) remarks.add('shortMonth');
  return begins + Math.min(day, days) - 1;
}

function solarPeriod(year: number, { from, to }: Range, remarks: Set<DateRemark>): readonly [number, number] {
  const begins = inSolarYear(year, from, remarks);
  return [begins, inSolarYear(isEarlier(to, from) ? year + 1 : year, to, remarks)];
}

/**
 * Holidays are in the month of the number, not in the leap month after it. A period that runs on into the next month begins in the leap month
 * instead: it stays one piece.
 */
function lunarPeriod(
  year: number,
  { from, to }: Range,
  remarks: Set<DateRemark>,
): readonly [number, number] | undefined {
  const first = lunarMonths(year).filter(({ month }) => month === from.month);
  const months = lunarMonths(isEarlier(to, from) ? year + 1 : year);
  const begins = from.month === to.month ? first[0] : first.at(-1);
  const ends = months.find(({ month }) => month === to.month);
  if (begins === undefined || ends === undefined) return undefined;
  if (first.length > 1 || months.some(({ month, isLeap }) => isLeap && month === to.month)) remarks.add('leapMonth');
  return [inLunarMonth(begins, from.day, remarks), inLunarMonth(ends, to.day, remarks)];
}

function occurrencesOf(mode: number, range: Range, years: readonly number[]): readonly Occurrence[] {
  if (mode === explicit) return [{ from: dayText(dayOf(range.from)), to: dayText(dayOf(range.to)), remarks: [] }];
  return years.flatMap((year) => {
    const remarks = new Set<DateRemark>();
    const period = mode === solar ? solarPeriod(year, range, remarks) : lunarPeriod(year, range, remarks);
    return period === undefined ? [] : [{ from: dayText(period[0]), to: dayText(period[1]), remarks: [...remarks] }];
  });
}

/** What decides on which days a holiday is. */
export interface HolidayDates {
  /** D:HolidayDateMode. */
  readonly dateMode: number;
  readonly dates: readonly string[];
}

/** The periods of a holiday that touch the days from `first` to `last`, in order; dates that are not valid count as none. */
export function occurrencesBetween({ dateMode, dates }: HolidayDates, first: string, last: string): Occurrence[] {
  const [begins, ends] = [Number(first.slice(0, 4)) - 1, Number(last.slice(0, 4))];
  const years = Array.from({ length: ends - begins + 1 }, (_, at) => begins + at);
  return dates
    .flatMap((text) => {
      const range = readRange(dateMode, text);
      return typeof range === 'string' ? [] : occurrencesOf(dateMode, range, years);
    })
    .filter(({ from, to }) => to >= first && from <= last)
    .toSorted((a, b) => a.from.localeCompare(b.from));
}

/** A day so many days later. */
export const daysLater = (day: string, days: number): string => dayText(dayNumber(day) + days);

/** The periods of the next years, today's among them: what forms show and what is compared. */
export function nextOccurrences(dates: HolidayDates, today = formatDay(new Date())): Occurrence[] {
  const last = solarDay(Number(today.slice(0, 4)) + yearsAhead, Number(today.slice(5, 7)), Number(today.slice(8)));
  return occurrencesBetween(dates, today, dayText(last - 1));
}

/** Whether two holidays have a day in common in the next years. */
export function overlaps(a: HolidayDates, b: HolidayDates, today = formatDay(new Date())): boolean {
  const others = nextOccurrences(b, today);
  return nextOccurrences(a, today).some(({ from, to }) => others.some((other) => from <= other.to && other.from <= to));
}

/** Whether dates of one holiday have a day in common. */
export const overlapsItself = ({ dateMode, dates }: HolidayDates): boolean =>
  dates.some((text, at) => overlaps({ dateMode, dates: [text] }, { dateMode, dates: dates.slice(at + 1) }));
