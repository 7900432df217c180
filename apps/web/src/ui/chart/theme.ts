import { chartLook, seriesColours } from '@wheelhouse/contract/chart-look';

const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wh-${name}`).trim();

/** The theme as echarts wants it: the look that pictures of the server have too, and what only a screen has. */
export function chartTheme(dark: boolean): object {
  const line = css('border');
  const surface = {
    primary: css('primary'),
    text: css('text-2'),
    faint: css('text-3'),
    line,
    softLine: css('border-soft'),
    font: css('font'),
  };
  return {
    ...chartLook(surface, dark),
    tooltip: {
      confine: true,
      backgroundColor: css('raised'),
      borderColor: line,
      borderWidth: 1,
      padding: [6, 10],
      textStyle: { color: css('text'), fontSize: 12 },
      extraCssText: 'box-shadow:0 4px 12px rgb(0 0 0 / 12%);border-radius:6px',
      axisPointer: { lineStyle: { color: line }, crossStyle: { color: line } },
    },
  };
}

/**
 * Colours of series that are bound to what they show, and the one of all the rest.
 * @for colours of series that have a colour of their own: `colourOf` of a value, not its rank
 */
export const chartColours = (
  dark: boolean,
): { readonly colours: readonly string[]; readonly faint: string; readonly plain: string } => ({
  colours: seriesColours(css('primary'), dark),
  faint: css('border'),
  // Of a curve that is told apart from none beside it, and is none of the values that have a colour.
  plain: css('text-3'),
});
