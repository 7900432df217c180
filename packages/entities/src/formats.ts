import type { ErrorCode, TextParams } from '@wheelhouse/contract';
import { cleanCode, joinedCode, plainMobile } from '@wheelhouse/contract/text';

/** What a format check answers: the value as stored, or the refusal. */
export type FormatResult = { readonly value: string } | { readonly code: ErrorCode; readonly params?: TextParams };

interface Format {
  readonly check: (input: string) => FormatResult;
  /** A valid value, shown as placeholder and in import templates. */
  readonly example: string;
  /** Longest stored value. */
  readonly max: number;
}

const refuse = (code: ErrorCode, params?: TextParams): FormatResult => (params ? { code, params } : { code });
const byPattern = (
  pattern: RegExp,
  code: ErrorCode,
  example: string,
  max: number,
  normal = (s: string) => s,
): Format => ({
  check: (input) => {
    const value = normal(cleanCode(input));
    return pattern.test(value) ? { value } : refuse(code);
  },
  example,
  max,
});
const upper = (s: string) => joinedCode(s).toUpperCase();
/** E.164 with or without the plus and the code of the mainland. */
const plainMsisdn = (s: string) =>
  joinedCode(s)
    .replace(/^\+/, '')
    .replace(/^86(?=1\d{10}(?:\d{2})?$)/, '');

/** Puts the hyphens of a service phone where they belong; what is no such number stays as it is. */
function servicePhone(text: string): string {
  const mobile = plainMobile(text);
  if (/^1[3-9]\d{9}$/.test(mobile)) return mobile;
  const digits = joinedCode(text).replace(/^(?:\+|00)86(?=\d)/, '');
  const national = /^400\d{7}$/.exec(digits) ? digits.replace(/^(400)(\d{3})(\d{4})$/, '$1-$2-$3') : undefined;
  if (national !== undefined) return national;
  const withArea = digits.startsWith('0') || digits === joinedCode(text) ? digits : `0${digits}`;
  // Area codes of three digits are 010 and 02x; all others have four.
  const area = /^(010|02\d|0[3-9]\d{2})(\d{7,8})$/.exec(withArea);
  return area ? `${area[1]}-${area[2]}` : text;
}
/** The colons of a MAC address, whatever stands between its bytes. */
const macOf = (text: string): string => {
  const digits = text.replace(/[\s:.-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(digits) ? digits.replace(/(..)(?!$)/g, '$1:') : text.toUpperCase();
};

const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const vinLetters: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};

/** Check character of a VIN (ISO 3779 / GB 16735), whatever stands at position 9. */
export function vinCheckDigit(vin: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i++) {
    const ch = vin[i] ?? '0';
    sum += (vinLetters[ch] ?? Number(ch)) * (vinWeights[i] ?? 0);
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Luhn check of a string of digits (IMEI). */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let d = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1) d = d > 4 ? d * 2 - 9 : d * 2;
    sum += d;
  }
  return sum % 10 === 0;
}

const usccAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const usccWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];

/** Check character of a unified social credit code (GB 32100) of which the first 17 characters are given. */
export function usccCheckDigit(first17: string): string | undefined {
  let sum = 0;
  for (let i = 0; i < 17; i++) {
    const at = usccAlphabet.indexOf(first17[i] ?? '?');
    if (at < 0) return undefined;
    sum += at * (usccWeights[i] ?? 0);
  }
  return usccAlphabet[(31 - (sum % 31)) % 31];
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
/** Mainland identity number: 18 characters with the MOD 11-2 check. */
export function idNumberValid(value: string): boolean {
  if (!/^\d{17}[\dX]$/.test(value)) return false;
  const sum = idWeights.reduce((s, w, i) => s + w * Number(value[i]), 0);
  return '10X98765432'[sum % 11] === value[17];
}

const mac = /^([0-9A-F]{2}:){5}[0-9A-F]{2}$/;
const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼';

/** Identifiers and contact formats. Values are stored normalised: without what people put between the parts, in upper case where it does not matter. */
export const formats = {
  vin: {
    check: (input) => {
      const vin = joinedCode(input).toUpperCase();
      if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin) || /[OIQUZ0]/.test(vin[9] ?? '')) return refuse(2001);
      const x = vinCheckDigit(vin);
      return vin[8] === x ? { value: vin } : refuse(2002, { x });
    },
    example: 'LZXE3C1A9SA000123',
    max: 17,
  },
  frameNo: byPattern(/^\d{15}$/, 2003, '119122506000123', 15, joinedCode),
  imei: {
    check: (input) => {
      const imei = joinedCode(input);
      return /^\d{15}$/.test(imei) && luhn(imei) ? { value: imei } : refuse(2004);
    },
    example: '861234056123451',
    max: 15,
  },
  /** ITU-T E.118: 89, country, issuer and account, as printed with or without the check digit. Mainland cards (8986) may have a letter near the end. */
  iccid: byPattern(/^(89\d{17,18}|8986\d{14}[A-Z]\d?)$/, 2005, '89860420123456789018', 20, upper),
  /** ITU-T E.212: 15 digits that begin with a country code (460 the mainland, 901 international networks). */
  imsi: byPattern(/^[2-79]\d{14}$/, 2006, '460041234567890', 15, joinedCode),
  /** ITU-T E.164: 11 or 13 digits in the mainland, 10 to 15 with another country code. */
  msisdn: byPattern(/^(1\d{10}|1(06|4)\d{10,11}|[2-9]\d{9,14})$/, 2007, '1064812345678', 15, plainMsisdn),
  bleMac: {
    check: (input) => {
      const value = macOf(cleanCode(input));
      return mac.test(value) && value !== '00:00:00:00:00:00' && value !== 'FF:FF:FF:FF:FF:FF'
        ? { value }
        : refuse(2008);
    },
    example: 'A4:C1:38:5E:12:9B',
    max: 17,
  },
  /** 16-bit or 128-bit. */
  bleUuid: byPattern(/^([0-9A-F]{4}|[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12})$/, 1001, 'FEE7', 36, (s) =>
    s.replace(/\s/g, '').toUpperCase(),
  ),
  ecuSn: byPattern(/^[A-Z]{2}\d{2}[0-9A-C]\d{2}[A-Z0-9]{6,10}$/, 2009, 'ZK25B20A0F3D21', 17, upper),
  batterySn: byPattern(/^[A-Z0-9]{16,24}$/, 2201, '08QPB1LZX25B2000000123AB', 24, upper),
  plateNo: byPattern(new RegExp(`^[${provinces}][A-Z][A-Z0-9]{5,6}$`), 2010, '沪A12345', 8, upper),
  uscc: {
    check: (input) => {
      const value = joinedCode(input).toUpperCase();
      return value.length === 18 && usccCheckDigit(value.slice(0, 17)) === value[17] ? { value } : refuse(5121);
    },
    example: '91310115MA1K4BRY2L',
    max: 18,
  },
  mobile: byPattern(/^1[3-9]\d{9}$/, 1001, '13812345678', 11, plainMobile),
  servicePhone: byPattern(/^(1[3-9]\d{9}|0\d{2,3}-\d{7,8}|400-\d{3}-\d{4})$/, 1001, '400-000-0000', 13, servicePhone),
  email: byPattern(/^[^\s@]{1,40}@[^\s@.]+(\.[^\s@.]+)+$/, 1001, 'name@example.com', 64),
  idNumber: {
    check: (input) => {
      const value = joinedCode(input).toUpperCase();
      return idNumberValid(value) ? { value } : refuse(1001);
    },
    example: '310101199003071230',
    max: 18,
  },
} as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;
