import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { useDict } from '../../../reference/reference.ts';
import { useTheme } from '../../../theme/theme.ts';
import { chartColours } from '../../../ui/chart/theme.ts';

/** A number of a text, always the same. */
const placeOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);

/**
 * Colour of a value of a dimension: always the same, whatever else is shown and however large it is. Codes have the colour of their place in their
 * dictionary; what is unknown, and all the rest, is faint.
 */
export function useColourOf({ dimensions }: Statistic, name: string | undefined): (value: string | null) => string {
  const as = dimensions[name ?? '']?.as;
  const codes = useDict(as?.kind === 'dict' ? as.dict : '');
  const { colours, faint } = chartColours(useTheme().dark);
  return (value) => {
    if (value === null || value === 'null') return faint;
    const at = codes.findIndex(({ code }) => code === value);
    return colours[(at >= 0 ? at : placeOf(value)) % colours.length] ?? faint;
  };
}
