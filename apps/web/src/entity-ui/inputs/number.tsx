import { InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { labelNamesUnit } from '../units.ts';
import type { InputProps } from './types.ts';

const numberOf = (value: unknown): number | null =>
  typeof value === 'number'
    ? value
    : typeof value === 'string' && value !== '' && Number.isFinite(Number(value))
      ? Number(value)
      : null;

/** Bounds are checked with the form, so that a value out of range is explained rather than silently changed. */
export const NumberInput = ({
  id,
  field,
  label,
  value,
  onChange,
  disabled,
}: InputProps<'int' | 'decimal'>): ReactNode => (
  <InputNumber<number>
    id={id}
    className="eu-control"
    value={numberOf(value)}
    disabled={disabled}
    step={field.kind === 'decimal' ? 10 ** -Math.min(field.decimals ?? 2, 2) : 1}
    {...(field.kind === 'int' ? { precision: 0 } : {})}
    {...(field.unit === undefined || labelNamesUnit(label, field.unit) ? {} : { suffix: field.unit })}
    onChange={onChange}
  />
);

/** Typed in yuan, kept in fen. */
export function MoneyInput({ id, value, onChange, disabled }: InputProps<'money'>): ReactNode {
  const fen = numberOf(value);
  return (
    <InputNumber<number>
      id={id}
      className="eu-control"
      prefix="¥"
      value={fen === null ? null : fen / 100}
      precision={2}
      disabled={disabled}
      onChange={(yuan) => onChange(yuan === null ? null : Math.round(yuan * 100))}
    />
  );
}
