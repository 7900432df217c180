import type { ReactNode } from 'react';
import { type Texts, useListed, useTexts } from '../i18n/lang.ts';
import { afterNumber, formatNumber } from '../ui/format.ts';
import './blocks.css';

interface Figure {
  readonly key: string;
  readonly label: string;
  readonly value: number | null | undefined;
  readonly unit: string;
  readonly digits?: number;
  /** What a full bar stands for, where the share says more than the number. */
  readonly of?: number;
  readonly tone?: 'primary' | 'success' | 'warning' | 'danger';
}

const texts = {
  unknown: { zh: '未上报：{names}', en: 'Not reported: {names}' },
} as const satisfies Texts;

const isKnown = ({ value }: Figure): boolean => value !== null && value !== undefined && Number.isFinite(value);

/** Measured numbers in a row, to be read at a glance; those that were not reported are only named. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): ReactNode {
  const words = useTexts(texts);
  const list = useListed();
  const missing = figures.filter((one) => !isKnown(one));
  return (
    <>
      <dl className="ov-figures">
        {figures.filter(isKnown).map(({ key, label, value, unit, digits = 0, of, tone = 'primary' }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <span className="wh-num">
                <b>{formatNumber(value, digits)}</b>
                {unit === '' ? null : <small>{afterNumber(unit)}</small>}
              </span>
              {of === undefined ? null : (
                <span className="ov-figure-bar" data-tone={tone} aria-hidden="true">
                  <span style={{ width: `${Math.max(0, Math.min(100, (Number(value) / of) * 100))}%` }} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {missing.length === 0 ? null : (
        <p className="wh-faint ov-missing-figures">
          {words('unknown', { names: list(missing.map(({ label }) => label)) })}
        </p>
      )}
    </>
  );
}

/** Colour of a charge or health in percent. */
export const percentTone = (
  percent: number | null | undefined,
  warn: number,
  bad: number,
): 'success' | 'warning' | 'danger' =>
  percent === null || percent === undefined || percent > warn ? 'success' : percent > bad ? 'warning' : 'danger';
