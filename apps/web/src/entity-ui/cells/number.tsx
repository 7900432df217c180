import type { ReactNode } from 'react';
import { labelOf } from '@wheelhouse/entities';
import { Money } from '../../ui/Values.tsx';
import { useDuration, withUnit } from '../../ui/format.ts';
import { textOf } from '../model.ts';
import { labelNamesUnit, secondsIn } from '../units.ts';
import type { CellProps } from './types.ts';

/** A unit that the label already names is not repeated. Long times are told in words: nobody reads 33,060 seconds. */
export function NumberCell({ entity, name, field, value, place }: CellProps<'int' | 'decimal'>): ReactNode {
  const duration = useDuration();
  const { unit } = field;
  const named = unit !== undefined && labelNamesUnit(labelOf(entity, name).en, unit);
  const seconds = secondsIn(textOf(value), unit);
  if (seconds !== undefined && !named) return <span className="wh-num">{duration(seconds)}</span>;
  const shown = named || (place === 'list' && unit !== undefined && unit.length > 1) ? undefined : unit;
  return (
    <span className="wh-num">
      {withUnit(textOf(value), shown, field.kind === 'decimal' ? field.decimals : undefined)}
    </span>
  );
}

export const MoneyCell = ({ value, place }: CellProps<'money'>): ReactNode => (
  <Money fen={textOf(value)} sign={place === 'detail'} />
);
