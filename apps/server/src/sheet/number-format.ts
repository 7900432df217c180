import { format as formatted, getFormatInfo, isDateFormat } from 'numfmt';

/** Formats that a workbook names by number alone (ECMA-376 18.8.30), as far as they show no date. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  48: '##0.0E+0',
};
/** Numbers of formats that show days and times, those of East Asian programs among them. */
const isDateId = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** How a style shows numbers. */
export type NumberStyle = 'plain' | 'date' | { readonly format: string };

/** @param format the workbook's own format of this number */
export function numberStyle(id: number, format: string | undefined): NumberStyle {
  const code = format ?? builtIn[id];
  if (format === undefined && isDateId(id)) return 'date';
  if (code === undefined || code === '@' || /^general$/i.test(code)) return 'plain';
  return isDateFormat(code) ? 'date' : { format: code };
}

/** Beyond this a number has no digits of its own any more. */
const most = 1e15;

/**
 * A number as a format shows it.
 * @returns null where that is not all of the number: fractions, powers, thousands and millions; or no format
 */
export function shownNumber(value: number, format: string): string | null {
  const { type, scale } = getFormatInfo(format);
  if (type === 'error' || type === 'fraction' || type === 'scientific' || scale < 1) return null;
  return Math.abs(value) * scale < most ? formatted(format, value).trim() : null;
}
