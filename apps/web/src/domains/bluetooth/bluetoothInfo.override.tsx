import type { ReactNode } from 'react';
import { textOf } from '../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../entity-ui/override.ts';
import { none } from '../../ui/format.ts';
import { part } from '../../ui/part.tsx';
import { texts } from './texts.ts';

const Connections = part(() => import('./Connections.tsx'));

/** Failures in seven days from which on somebody should look: more than a phone in a pocket makes by itself. */
const many = 5;

function FailuresCell({ value }: CellPropsOf<'bluetoothInfo'>): ReactNode {
  if (textOf(value) === '') return <span className="wh-faint">{none}</span>;
  const isMany = Number(value) >= many;
  return <span className={isMany ? 'wh-num wh-tag wh-tag-warning' : 'wh-num'}>{textOf(value)}</span>;
}

/** Bluetooth of vehicles: how phones got on with each is a tab of its drawer. */
const bluetoothInfoOverride = defineOverride('bluetoothInfo', {
  cell: { failCount7d: FailuresCell },
  tabs: [{ key: 'log', label: texts.log, code: 'blueToothInfo.log', component: Connections }],
});

export { bluetoothInfoOverride as default };
