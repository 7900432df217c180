/**
 * Days of the Chinese lunar calendar (decision 0038). A table rather than `Intl`: the calendar of ICU is a day off where the new moon falls close to
 * midnight in China, which moves the new years of 2027 and 2030.
 */

/** Lunar years from `firstYear` on: bits 0 to 12 are the months in order, 1 where one has 30 days instead of 29; bits 13 to 16 the leap month, 0 for none. */
// prettier-ignore
const years = [
  0x0952e, 0x00556, 0x00ab5, 0x055b2, 0x006d2, 0x0cea5, 0x00725, 0x0064b, 0x0ac97, 0x00cab,
  0x0055a, 0x06ad6, 0x00b69, 0x17752, 0x00b52, 0x00b25, 0x0da4b, 0x00a4b, 0x004ab, 0x0a55b,
  0x005ad, 0x00b6a, 0x05b52, 0x00d92, 0x0fd25, 0x00d25, 0x00a55, 0x0b4ad, 0x004b6, 0x005b5,
  0x06daa, 0x00ec9, 0x11e92, 0x00e92, 0x00d26, 0x0ca56, 0x00a57, 0x004d6, 0x086d5, 0x00755,
  0x00749, 0x06e93, 0x00693, 0x0f52b, 0x0052b, 0x00a5b, 0x0b55a, 0x0056a, 0x00b65, 0x0974a,
  0x00b4a, 0x11a95, 0x00a95, 0x0052d, 0x0caad, 0x00ab5, 0x005aa, 0x08ba5, 0x00da5, 0x00d4a,
  0x07c95, 0x00c96, 0x0f94e, 0x00556, 0x00ab5, 0x0b5b2, 0x006d2, 0x00ea5, 0x08e4a, 0x0068b,
  0x10c97, 0x004ab, 0x0055b, 0x0cad6, 0x00b6a, 0x00752, 0x09725, 0x00b45, 0x00a8b, 0x0549b,
];
const dayMs = 86_400_000;
/** The first lunar year of the table, and the day on which it begins. */
const firstYear = 2020;
const firstDay = Date.UTC(2020, 0, 25) / dayMs;
const leapShift = 13;

/** A month of a lunar year; the leap month follows the one whose number it has. */
export interface LunarMonth {
  readonly month: number;
  readonly isLeap: boolean;
  /** Its first day, in days since 1970-01-01. */
  readonly begins: number;
  /** 29 or 30. */
  readonly days: number;
}

const monthsIn = (bits: number): number => (bits >> leapShift === 0 ? 12 : 13);
const lengthIn = (bits: number, at: number): number => 29 + ((bits >> at) & 1);

function daysIn(bits: number): number {
  let sum = 0;
  for (let at = 0; at < monthsIn(bits); at++) sum += lengthIn(bits, at);
  return sum;
}

/** Months of the lunar year that begins in a solar year, in order; none outside of 2020 to 2099. */
export function lunarMonths(year: number): readonly LunarMonth[] {
  const bits = years[year - firstYear];
  if (bits === undefined) return [];
  let begins = years.slice(0, year - firstYear).reduce((day, earlier) => day + daysIn(earlier), firstDay);
  const leap = bits >> leapShift;
  return Array.from({ length: monthsIn(bits) }, (_, at) => {
    const days = lengthIn(bits, at);
    const isLeap = leap > 0 && at === leap;
    const month = { month: leap > 0 && at >= leap ? at : at + 1, isLeap, begins, days };
    begins += days;
    return month;
  });
}
