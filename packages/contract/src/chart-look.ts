/** What a chart takes from the theme around it: CSS colours, and the font. */
export interface ChartSurface {
  readonly primary: string;
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly softLine: string;
  readonly font: string;
}

/**
 * Series colours after the theme's own: 3:1 on the surface, and apart from each other for everybody, ΔE2000 of 15 or more (`test/chart-look.test.ts`
 * simulates protan, deutan and tritan vision).
 */
const palettes = {
  light: ['#a68b40', '#20297a', '#8982c7', '#5a1100', '#5a9a8a', '#76594c', '#2f2d31'],
  dark: ['#e9ac75', '#7368b7', '#eff2d2', '#957445', '#217b75', '#bdafa9', '#6cfdff'],
} as const;

/** Colours of series in their order, `#rrggbb`; after the last one they begin again. */
export const seriesColours = (primary: string, isDark = false): readonly string[] => [
  primary,
  ...palettes[isDark ? 'dark' : 'light'],
];

/** The light theme of the console, for pictures and workbooks: they have no theme around them. `test/chart-look.test.ts` compares it with the style sheet. */
export const paperSurface = {
  primary: '#0b6b7f',
  text: '#475860',
  faint: '#5d6d75',
  line: '#d5dde1',
  softLine: '#e6ebee',
  font: 'Noto Sans SC',
} as const satisfies ChartSurface;

/** The look of every chart, as echarts wants a theme. */
export function chartLook({ primary, text, faint, line, softLine, font }: ChartSurface, isDark = false) {
  const axis = {
    axisLine: { show: true, lineStyle: { color: line } },
    axisTick: { show: false },
    axisLabel: { color: faint, fontSize: 11 },
    nameTextStyle: { color: faint, fontSize: 11 },
    splitLine: { lineStyle: { color: softLine } },
  };
  return {
    color: [...seriesColours(primary, isDark)],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: font, fontSize: 12, color: text },
    grid: { left: 8, right: 16, top: 36, bottom: 8, containLabel: true },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    timeAxis: { ...axis, splitLine: { show: false } },
    legend: {
      top: 0,
      left: 0,
      type: 'scroll',
      itemWidth: 12,
      itemHeight: 8,
      itemGap: 16,
      icon: 'roundRect',
      textStyle: { color: text },
      pageIconColor: text,
      pageTextStyle: { color: faint },
    },
    line: { symbol: 'circle', symbolSize: 5, showSymbol: false, lineStyle: { width: 2 } },
    bar: { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] } },
  };
}
