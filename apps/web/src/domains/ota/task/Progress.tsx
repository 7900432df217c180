import type { ReactNode } from 'react';
import { formatNumber } from '../../../ui/format.ts';
import { useOtaTexts, type OtaTexts } from './texts.ts';
import './ota.css';

/** Vehicles of a task by what became of them. */
export interface TaskCounts {
  readonly target: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly running: number;
  readonly notStarted: number;
}

const parts = ['succeeded', 'failed', 'running', 'others', 'notStarted'] as const;
type Part = (typeof parts)[number];

function partsOf({ target, ...counts }: TaskCounts): readonly { readonly part: Part; readonly n: number }[] {
  const others = Math.max(0, target - counts.succeeded - counts.failed - counts.running - counts.notStarted);
  const all: Readonly<Record<Part, number>> = { ...counts, others };
  return parts.map((part) => ({ part, n: all[part] }));
}

const wordsOf = (texts: OtaTexts, counts: TaskCounts): string =>
  partsOf(counts)
    .filter(({ n }) => n > 0)
    .map(({ part, n }) => `${texts(part)} ${formatNumber(n)}`)
    .join(' · ');

/** Shares of a task's vehicles side by side; in words for those who do not see it. */
export function ProgressBar({ counts }: { readonly counts: TaskCounts }): ReactNode {
  const texts = useOtaTexts();
  const label = texts('progressOf', { target: formatNumber(counts.target), parts: wordsOf(texts, counts) });
  return (
    <span className="ot-bar" role="img" aria-label={label} title={wordsOf(texts, counts)}>
      {partsOf(counts)
        .filter(({ n }) => n > 0)
        .map(({ part, n }) => (
          <span key={part} data-part={part} style={{ flex: n }} />
        ))}
    </span>
  );
}

/** What the colours of the bar are, with their numbers. */
export function ProgressLegend({ counts }: { readonly counts: TaskCounts }): ReactNode {
  const texts = useOtaTexts();
  return (
    <ul className="ot-legend">
      {partsOf(counts)
        .filter(({ part, n }) => n > 0 || part !== 'others')
        .map(({ part, n }) => (
          <li key={part} data-part={part}>
            {texts(part)} <b className="wh-num">{formatNumber(n)}</b>
          </li>
        ))}
    </ul>
  );
}
