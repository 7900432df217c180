import type { ReactNode } from 'react';
import { defineOverride, type CellPropsOf } from '../../../entity-ui/override.ts';
import { formatNumber } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { texts, usePrizeTexts } from './texts.ts';

const Movements = part(() => import('./Movements.tsx'));

/** What is left to give; marked before it runs out. */
function AvailableCell({ row, value }: CellPropsOf<'prize'>): ReactNode {
  const words = usePrizeTexts();
  const n = Number(value ?? 0);
  const warn = row.warnStock ?? 0;
  if (row.warnStock === null || n > warn) return formatNumber(n);
  return (
    <span title={words('lowSays', { n, warn })}>
      <StatusTag color="warning">{words('low')}</StatusTag> {formatNumber(n)}
    </span>
  );
}

/** Prizes: how much is left, and in the drawer of the record every movement of its stock. */
const prizeOverride = defineOverride('prize', {
  cell: { available: AvailableCell },
  tabs: [{ key: 'movements', label: texts.movements, component: Movements }],
});

export { prizeOverride as default };
