import type { ReactNode } from 'react';
import { formatNumber } from '../ui/format.ts';
import './overrides.css';

export interface GaugeProps {
  readonly label: string;
  readonly value: number | null | undefined;
  readonly max: number;
  readonly unit: string;
  /** The arc's colour by value. */
  readonly tone?: 'primary' | 'success' | 'warning' | 'danger';
  readonly digits?: number;
}

const radius = 42;
/** Three quarters of a circle. */
const arc = 1.5 * Math.PI * radius;

/** A number on a three-quarter dial. */
export function Gauge({ label, value, max, unit, tone = 'primary', digits = 0 }: GaugeProps): ReactNode {
  const known = value !== null && value !== undefined && Number.isFinite(value);
  const share = known ? Math.max(0, Math.min(1, value / max)) : 0;
  return (
    <div
      className="ov-gauge"
      role="img"
      aria-label={`${label} ${known ? `${formatNumber(value, digits)} ${unit}` : '—'}`}
    >
      <svg viewBox="0 0 100 88" aria-hidden="true">
        <g fill="none" strokeWidth="8" strokeLinecap="round" transform="rotate(135 50 50)">
          <circle cx="50" cy="50" r={radius} stroke="var(--wh-border-soft)" strokeDasharray={`${arc} 999`} />
          <circle
            cx="50"
            cy="50"
            r={radius}
            className="ov-gauge-arc"
            stroke={`var(--wh-${tone})`}
            strokeDasharray={`${arc * share} 999`}
            opacity={share === 0 ? 0 : 1}
          />
        </g>
        <text x="50" y="54" textAnchor="middle" className="ov-gauge-value">
          {known ? formatNumber(value, digits) : '—'}
        </text>
        <text x="50" y="70" textAnchor="middle" className="ov-gauge-unit">
          {unit}
        </text>
      </svg>
      <span className="ov-gauge-label" aria-hidden="true">
        {label}
      </span>
    </div>
  );
}

/** Colour of a charge or health in percent. */
export const percentTone = (
  percent: number | null | undefined,
  warn: number,
  bad: number,
): 'success' | 'warning' | 'danger' =>
  percent === null || percent === undefined || percent > warn ? 'success' : percent > bad ? 'warning' : 'danger';
