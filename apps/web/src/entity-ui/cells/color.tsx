import type { ReactNode } from 'react';
import { textOf } from '../model.ts';
import type { CellProps } from './types.ts';
import './color.css';

/** A colour with its value, as designers exchange it. */
export function ColorCell({ value }: CellProps<'color'>): ReactNode {
  const color = textOf(value);
  return (
    <span className="eu-color">
      <i style={{ background: color }} />
      <span className="wh-mono">{color}</span>
    </span>
  );
}
