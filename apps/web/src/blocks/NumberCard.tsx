import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPercent } from '../ui/format.ts';
import './number-card.css';

interface ChangeProps {
  /** Numbers that are unknown, or not told, are compared with nothing. */
  readonly value: number | string | null;
  readonly before: number | string | null;
  readonly better: 'more' | 'less' | undefined;
}

/** How much more or less than before, in percent of before; nothing where that says nothing. */
export function Change({ value, before, better }: ChangeProps): ReactNode {
  if (typeof value !== 'number' || typeof before !== 'number' || before <= 0 || value === before) return null;
  const up = value > before;
  return (
    <span className="wh-num nc-change" data-good={better === undefined ? undefined : up === (better === 'more')}>
      {up ? <ArrowUpOutlined /> : <ArrowDownOutlined />} {formatPercent((100 * Math.abs(value - before)) / before, 1)}
    </span>
  );
}

interface NumberCardProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: string;
  /** Way to what was counted, where there is one. */
  readonly href?: string | undefined;
  /** What it is compared with. */
  readonly children?: ReactNode;
}

/**
 * A key number with what it is compared with, and the way to its records.
 * @for a key number: `Change` beside it says how much more or less: `domains/statistics/stat/Cards.tsx`
 */
export function NumberCard({ label, help, value, href, children }: NumberCardProps): ReactNode {
  const content = (
    <>
      <span className="nc-label" title={help}>
        {label}
      </span>
      <span className="nc-value wh-num">{value}</span>
      <span className="nc-more">{children}</span>
    </>
  );
  if (href === undefined) return <div className="nc-card">{content}</div>;
  return (
    <Link className="nc-card" to={href}>
      {content}
    </Link>
  );
}
