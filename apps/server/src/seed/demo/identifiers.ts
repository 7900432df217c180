import { formatDay } from '@wheelhouse/contract/time';
import { usccCheckDigit, vinCheckDigit } from '@wheelhouse/entities/formats';
import type { Random } from './random.ts';

/** Identifiers of vehicles, parts, people and companies that pass the checks of `entities/formats.ts`. */

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
/** Year, month code (1–9, A–C) and day of an instant in Asia/Shanghai, as parts are stamped. */
function stamp(made: Date): { yy: string; month: string; day: string } {
  const [year = '', month = '', day = ''] = formatDay(made).split('-');
  return { yy: year.slice(2), month: Number(month).toString(16).toUpperCase(), day };
}

/** Model year at position 10 of a VIN (GB 16735). */
export function modelYear(made: Date): string {
  return yearCodes[(Number(formatDay(made).slice(0, 4)) - 2010) % 30] ?? 'A';
}

/** @param prefix first 8 characters @param plant position 11 @param serial up to 999,999 */
export function vinOf(prefix: string, made: Date, plant: string, serial: number): string {
  const draft = `${prefix}0${modelYear(made)}${plant}${String(serial).padStart(6, '0')}`;
  return `${prefix}${vinCheckDigit(draft)}${draft.slice(9)}`;
}

/** 15 digits of an electric bicycle: maker, model, year and month, serial. */
export function frameNoOf(model: string, made: Date, serial: number): string {
  const [year = '', month = ''] = formatDay(made).split('-');
  return `119${model}${year.slice(2)}${month}${String(serial).padStart(6, '0')}`;
}

function luhnDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const d = Number(digits[digits.length - 1 - i]);
    sum += i % 2 === 0 ? (d > 4 ? d * 2 - 9 : d * 2) : d;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Type allocation codes of the three control units. */
const tacs = { ZK1: '86521703', ZK2: '86730506', ZK3: '86123405' } as const;
export type EcuModel = keyof typeof tacs;
/** IMEIs of the demo begin so; those of real vehicles do not. */
export const demoTacs: readonly string[] = Object.values(tacs);

export function imeiOf(random: Random, model: EcuModel): string {
  const body = tacs[model] + random.digits(6);
  return body + luhnDigit(body);
}

/** Issuer prefixes of China Mobile, China Unicom and China Telecom. */
const carriers = [
  ['898604', 60],
  ['898606', 25],
  ['898603', 15],
] as const;

export function iccidOf(random: Random, made: Date): string {
  const body = `${random.weighted(carriers)}${stamp(made).yy}${random.digits(11)}`;
  return body + luhnDigit(body);
}

export function ecuSnOf(random: Random, made: Date): string {
  const { yy, month, day } = stamp(made);
  return `ZK${yy}${month}${day}A${random.hex(6)}`;
}

export function bleMacOf(random: Random): string {
  return `A4:C1:38:${random.hex(2)}:${random.hex(2)}:${random.hex(2)}`;
}

/** GB/T 34014: maker, pack, chemistry, specification, trace code, date, serial. */
export function batterySnOf(maker: string, chemistry: string, made: Date, serial: number, suffix: string): string {
  const { yy, month } = stamp(made);
  return `${maker}P${chemistry}1LZX${yy}${month}2${String(serial).padStart(9, '0')}${suffix}`;
}

export function bmsSnOf(made: Date, serial: number): string {
  const { yy, month } = stamp(made);
  return `BMS${yy}${month}2${String(serial).padStart(6, '0')}`;
}

/** Serial number of a part without rules of its own: `prefix`, date, serial. */
export function partSnOf(prefix: string, made: Date, serial: number): string {
  const { yy, month, day } = stamp(made);
  return `${prefix}${yy}${month}${day}${String(serial).padStart(6, '0')}`;
}

const orgWeights = [3, 7, 9, 10, 5, 8, 4, 2];
/** Unified social credit code (GB 32100) of a company registered in a district; the organization code inside is valid too (GB 11714). */
export function usccOf(random: Random, districtId: string): string {
  const org = `MA${random.pick(['1', '2', '3', '5', '7'])}${random.hex(5)}`;
  const sum = orgWeights.reduce((total, weight, i) => total + weight * parseInt(org[i] ?? '0', 36), 0);
  const first17 = `91${districtId}${org}${'0X987654321'[sum % 11]}`;
  return first17 + (usccCheckDigit(first17) ?? '');
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** Identity number with the MOD 11-2 check; the 17th digit is odd for men. @param birthday YYYY-MM-DD */
export function idNumberOf(random: Random, districtId: string, birthday: string, gender: 1 | 2): string {
  const body = `${districtId}${birthday.replaceAll('-', '')}${random.digits(2)}${random.int(0, 4) * 2 + (gender === 1 ? 1 : 0)}`;
  const sum = idWeights.reduce((total, weight, i) => total + weight * Number(body[i]), 0);
  return `${body}${'10X98765432'[sum % 11]}`;
}

const mobilePrefixes = [
  '130',
  '131',
  '132',
  '133',
  '134',
  '135',
  '136',
  '137',
  '138',
  '139',
  '147',
  '150',
  '151',
  '152',
  '153',
  '155',
  '156',
  '157',
  '158',
  '159',
  '166',
  '173',
  '175',
  '176',
  '177',
  '178',
  '180',
  '181',
  '182',
  '183',
  '185',
  '186',
  '187',
  '188',
  '189',
  '191',
  '193',
  '195',
  '198',
  '199',
];

export function mobileOf(random: Random): string {
  return random.pick(mobilePrefixes) + random.digits(8);
}

/** @param head province character, with the city's letter where it has but one */
export function plateNoOf(random: Random, head: string): string {
  return (
    head +
    (head.length === 1 ? random.pick([...'ABCDEFGJKLMN']) : '') +
    random.pick(['', random.pick(['B', 'C', 'D', 'F', 'G', 'K', 'M', 'R'])]) +
    random.digits(5)
  );
}
