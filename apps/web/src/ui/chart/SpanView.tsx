import { recordOf } from '@wheelhouse/contract/object';
import { BrushComponent } from 'echarts/components';
import { use, type EChartsType } from 'echarts/core';
import { useEffect, useEffectEvent, useId, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTexts, type Texts } from '../../i18n/lang.ts';
import ChartView, { type ChartViewProps } from './ChartView.tsx';
import type { ChartProps } from './types.ts';

use([BrushComponent]);

const texts = {
  hint: {
    zh: '←→逐点查看，Shift+←→选择一段，Enter只看这一段，Esc取消',
    en: '← → go by points, Shift marks a span, Enter shows only it, Esc takes it back',
  },
} as const satisfies Texts;

/** A finger that moves over a chart scrolls the page. */
const finePointer = matchMedia('(pointer: fine)');
const brushing = { brushType: 'lineX', brushMode: 'single' } as const;

interface Span {
  /** Where it began. */
  readonly start: number;
  /** Where it is now. */
  readonly at: number;
}

const endsOf = ({ start, at }: Span): readonly [number, number] => [Math.min(start, at), Math.max(start, at)];

/** Where a key goes from a place. */
function placeAfter(key: string, at: number, last: number): number | undefined {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(last, to));
}

/** The two ends of what a pointer marked; null where it marked nothing. */
function markedBy(event: unknown): readonly [number, number] | null {
  const { areas } = recordOf(event);
  const { coordRange } = recordOf(Array.isArray(areas) ? areas[0] : undefined);
  const [from, to]: unknown[] = Array.isArray(coordRange) ? coordRange : [];
  return typeof from === 'number' && typeof to === 'number' ? [from, to] : null;
}

/** A chart whose points can be marked as a span, by a pointer that drags and by keys alike; use `Chart` with `spans`. */
export default function SpanView({
  spans,
  option,
  ...view
}: ChartViewProps & Required<Pick<ChartProps, 'spans'>>): ReactNode {
  const t = useTexts(texts);
  const hint = useId();
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [span, setSpan] = useState<Span | null>(null);
  const last = spans.count - 1;
  const inside = (place: number): number => Math.max(0, Math.min(last, Math.round(place)));
  const mark = (next: Span | null): void => {
    setSpan(next);
    if (chart === null || chart.isDisposed()) return;
    const areas =
      next === null || next.start === next.at ? [] : [{ ...brushing, xAxisIndex: 0, coordRange: endsOf(next) }];
    chart.dispatchAction({ type: 'brush', areas });
    chart.dispatchAction(
      next === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: inside(next.at) },
    );
  };
  const drawn = (made: EChartsType): void => {
    setChart(made);
    setSpan(null);
    if (finePointer.matches) made.dispatchAction({ type: 'takeGlobalCursor', key: 'brush', brushOption: brushing });
  };
  const marked = useEffectEvent((event: unknown) => {
    const ends = markedBy(event);
    if (ends === null) return;
    mark(null);
    spans.onSpan(inside(ends[0]), inside(ends[1]));
  });
  useEffect(() => {
    const listen = (event: unknown): void => marked(event);
    chart?.on('brushEnd', listen);
    return () => {
      if (chart?.isDisposed() === false) chart.off('brushEnd', listen);
    };
  }, [chart]);
  const press = (event: KeyboardEvent): void => {
    const at = span?.at ?? last;
    const to = placeAfter(event.key, at, last);
    if (to !== undefined) mark({ at: to, start: event.shiftKey ? (span?.start ?? at) : to });
    else if (event.key === 'Enter' && span !== null) spans.onSpan(...endsOf(span));
    else if (event.key === 'Escape' && span !== null) mark(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Drawn again only where the picture is another one.
  const brushed = useMemo(
    () => ({
      ...option,
      brush: { toolbox: [], xAxisIndex: 'all' as const, transformable: false, outOfBrush: {}, ...brushing },
    }),
    [option],
  );
  return (
    <div
      className="wh-chart-spans"
      role="slider"
      tabIndex={0}
      aria-label={view.label}
      aria-describedby={hint}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={span?.at ?? last}
      aria-valuetext={spans.say(...endsOf(span ?? { start: last, at: last }))}
      onKeyDown={press}
      onBlur={() => mark(null)}
    >
      <ChartView option={brushed} onDrawn={drawn} {...view} />
      <p id={hint} className="wh-chart-hint">
        {t('hint')}
      </p>
    </div>
  );
}
