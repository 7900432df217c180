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

/** Marks in a format: what is quoted or escaped, colours, conditions and places in brackets, and single characters. */
const marks = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|E[+-]|General|./gisu;

/** How a style shows numbers. */
export type NumberStyle = 'plain' | 'date' | { readonly format: string };

/** @param format the workbook's own format of this number */
export function numberStyle(id: number, format: string | undefined): NumberStyle {
  const code = format ?? builtIn[id];
  if (format === undefined && isDateId(id)) return 'date';
  if (code === undefined || code === '@' || /^general$/i.test(code)) return 'plain';
  const section = code.split(';')[0] ?? '';
  const shown = (section.match(marks) ?? []).filter((mark) => !/^["\\_*]/.test(mark));
  // In brackets only elapsed hours, minutes and seconds are of a time.
  const isDate = shown.some((mark) =>
    mark.startsWith('[') ? /^\[(h+|m+|s+)\]$/i.test(mark) : /^[ymdhs]$/i.test(mark),
  );
  return isDate ? 'date' : { format: code };
}

interface Section {
  /** Marks before the point, from left to right: placeholders and literals. */
  readonly whole: string[];
  readonly places: { least: number; most: number };
  readonly after: string[];
  readonly grouped: boolean;
  readonly percent: boolean;
}

const literalOf = (mark: string): string | undefined => {
  if (mark.startsWith('"')) return mark.slice(1, -1);
  if (mark.startsWith('\\')) return mark.slice(1);
  if (mark.startsWith('_')) return ' ';
  if (mark.startsWith('*')) return '';
  // A currency: [$¥-804].
  if (mark.startsWith('[')) return /^\[\$([^-\]]*)/.exec(mark)?.[1] ?? '';
  return undefined;
};

/** @returns undefined where the format is of a kind that is not computed here: fractions, powers, scaling */
function sectionOf(text: string): Section | undefined {
  const out = {
    whole: [] as string[],
    after: [] as string[],
    places: { least: 0, most: 0 },
    grouped: false,
    percent: false,
  };
  let point = false;
  for (const mark of text.match(marks) ?? []) {
    const literal = literalOf(mark);
    const tail = point ? out.after : out.whole;
    if (literal !== undefined) tail.push(`"${literal}`);
    else if (/^[0#?]$/.test(mark)) {
      if (!point) out.whole.push(mark);
      else if (out.after.length > 0) return undefined;
      else {
        out.places.most++;
        if (mark === '0') out.places.least++;
      }
    } else if (mark === '.') point = true;
    else if (mark === ',') {
      if (point || !out.whole.some((one) => !one.startsWith('"'))) return undefined;
      out.grouped = true;
    } else if (mark === '%') {
      out.percent = true;
      tail.push('"%');
    } else if (/^(E[+-]|General|\/|@)$/i.test(mark)) return undefined;
    else tail.push(`"${mark}`);
  }
  // A comma behind the last digit divides by a thousand.
  return out.grouped && /[0#?],+(?![0#?,])/.test(text) ? undefined : out;
}

/** The digits before the point in the placeholders, from the right; the first one takes what is left. */
function fillWhole(section: Section, digits: string): string {
  const first = section.whole.findIndex((mark) => !mark.startsWith('"'));
  let rest = digits === '0' ? '' : digits;
  let text = '';
  let placed = 0;
  const put = (digit: string): void => {
    if (digit === '') return;
    if (section.grouped && placed > 0 && placed % 3 === 0) text = `,${text}`;
    text = digit + text;
    placed++;
  };
  for (let at = section.whole.length - 1; at >= 0; at--) {
    const mark = section.whole[at] ?? '';
    if (mark.startsWith('"')) {
      text = mark.slice(1) + text;
      continue;
    }
    const digit = rest.at(-1) ?? (mark === '0' ? '0' : mark === '?' ? ' ' : '');
    rest = rest.slice(0, -1);
    put(digit);
    if (at === first) for (const more of [...rest].reverse()) put(more);
  }
  return text;
}

/**
 * A number as a format shows it.
 * @returns null where the format is of a kind that is not computed here
 */
export function shownNumber(value: number, format: string): string | null {
  const sections = format.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  if (sections.some((one) => /\[[<>=]/.test(one))) return null;
  const at = value > 0 || sections.length < 2 ? 0 : value < 0 ? 1 : sections.length > 2 ? 2 : 0;
  const section = sectionOf(sections[at] ?? '');
  if (!section) return null;
  const amount = Math.abs(section.percent ? value * 100 : value);
  if (amount >= 1e15) return null;
  const [whole = '0', decimals = ''] = amount.toFixed(Math.min(section.places.most, 15)).split('.');
  let kept = decimals;
  while (kept.length > section.places.least && kept.endsWith('0')) kept = kept.slice(0, -1);
  const sign = value < 0 && at === 0 ? '-' : '';
  const tail = section.after.map((mark) => mark.slice(1)).join('');
  return `${sign}${fillWhole(section, whole)}${section.places.most > 0 && (kept !== '' || section.places.least > 0) ? `.${kept}` : ''}${tail}`.trim();
}
