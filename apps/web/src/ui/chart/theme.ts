const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wh-${name}`).trim();

/** Series colours after the theme's own: apart from each other for the colour-blind too, 3:1 on the surface. */
const palettes = {
  light: ['#c2571a', '#5b5fc7', '#2e7d4f', '#b03a78', '#8a6d00', '#4a7fb5', '#7a4a2b'],
  dark: ['#e89a63', '#9ba0f0', '#6fc794', '#e58ab9', '#d9bd55', '#86b6e6', '#c79a7c'],
} as const;

/** The theme as echarts wants it. */
export function chartTheme(dark: boolean): object {
  const [text, faint, line, softLine] = [css('text-2'), css('text-3'), css('border'), css('border-soft')];
  const axis = {
    axisLine: { show: true, lineStyle: { color: line } },
    axisTick: { show: false },
    axisLabel: { color: faint, fontSize: 11 },
    nameTextStyle: { color: faint, fontSize: 11 },
    splitLine: { lineStyle: { color: softLine } },
  };
  return {
    color: [css('primary'), ...palettes[dark ? 'dark' : 'light']],
    backgroundColor: 'transparent',
    textStyle: { fontFamily: css('font'), fontSize: 12, color: text },
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
    line: { symbol: 'circle', symbolSize: 5, showSymbol: false, lineStyle: { width: 2 } },
    bar: { barMaxWidth: 28, itemStyle: { borderRadius: [2, 2, 0, 0] } },
  };
}
