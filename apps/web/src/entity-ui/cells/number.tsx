import type { ReactNode } from 'react';
import { labelOf } from '@wheelhouse/entities';
import { Money } from '../../ui/Values.tsx';
import { formatNumber } from '../../ui/format.ts';
import { textOf } from '../model.ts';
import { labelNamesUnit } from '../units.ts';
import type { CellProps } from './types.ts';

/** A unit that the label already names is not repeated. */
function unitOf({ entity, name, field, place }: CellProps<'int' | 'decimal'>): string {
  const unit = field.unit;
  if (unit === undefined) return '';
  if (labelNamesUnit(labelOf(entity, name).en, unit)) return '';
  return place === 'list' && unit.length > 1 ? '' : unit === '%' || unit === '°' || unit === '°C' ? unit : ` ${unit}`;
}

export function NumberCell(props: CellProps<'int' | 'decimal'>): ReactNode {
  const { field, value } = props;
  return (
    <span className="wh-num">
      {formatNumber(textOf(value), field.kind === 'decimal' ? field.decimals : undefined)}
      {unitOf(props)}
    </span>
  );
}

export const MoneyCell = ({ value, place }: CellProps<'money'>): ReactNode => (
  <Money fen={textOf(value)} sign={place === 'detail'} />
);
