import { bindingMachines } from '@wheelhouse/entities/machines/binding';
import type { ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import './unbind.css';

const { pending } = bindingMachines['SM-Unbind'].states;
/** Hours after which an application has waited too long. */
const lateHours = 24;

function WaitCell({ value, row }: CellPropsOf<'unbindApplication'>): ReactNode {
  const hours = Number(textOf(value));
  const late = Number(row.status) === pending && hours >= lateHours;
  return <span className={late ? 'wh-num ub-late' : 'wh-num'}>{textOf(value)}</span>;
}

/** Applications to unbind: how long they have waited. */
const unbindOverride = defineOverride('unbindApplication', {
  cell: { waitHours: WaitCell },
});

export { unbindOverride as default };
