import { PlusOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { defineOverride, type CellPropsOf } from '../../entity-ui/override.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { useCan } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { dialogPart, part } from '../../ui/part.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { texts, useSimTexts } from './texts.ts';

const Live = part(() => import('./Live.tsx'));
const Usage = part(() => import('./Usage.tsx'));
const Installs = part(() => import('./Installs.tsx'));
const Renewals = part(() => import('./Renewals.tsx'));
const Operations = part(() => import('./Operations.tsx'));
const RequestDialog = dialogPart(() => import('./RequestDialog.tsx'));

/** The state at the carrier, and beside it what was asked for and is not done yet. */
function StateCell({ row }: CellPropsOf<'simCard'>): ReactNode {
  const words = useSimTexts();
  const dict = useDictLookup();
  const state = dict('SimStatus', Number(row.simStatus));
  const pending =
    row.pendingOp === null || row.pendingOp === undefined ? undefined : dict('SimOpType', Number(row.pendingOp));
  return (
    <span title={pending === undefined ? undefined : words('pending', { op: pending.name })}>
      <StatusTag color={state?.color}>{state?.name}</StatusTag>{' '}
      {pending === undefined ? null : <StatusTag color="warning">{`${pending.name}…`}</StatusTag>}
    </span>
  );
}

const full = 100;
const much = 80;
/** From 80 % orange, from 100 % red. */
function RateCell({ value }: CellPropsOf<'simCard', unknown>): ReactNode {
  const rate = Number(value ?? 0);
  const text = `${rate.toFixed(1)}%`;
  return rate < much ? text : <StatusTag color={rate >= full ? 'danger' : 'warning'}>{text}</StatusTag>;
}

const soon = 30;
/** From 30 days on orange, over: red. */
function DaysCell({ value }: CellPropsOf<'simCard', unknown>): ReactNode {
  const days = Number(value ?? 0);
  return days > soon ? days : <StatusTag color={days <= 0 ? 'danger' : 'warning'}>{days}</StatusTag>;
}

export const simCardOverride = defineOverride('simCard', {
  cell: { simStatus: StateCell, usageRate: RateCell, daysLeft: DaysCell },
});

export const simCardDetailOverride = defineOverride('simCard', {
  cell: { simStatus: StateCell, usageRate: RateCell, daysLeft: DaysCell },
  tabs: [
    { key: 'live', label: texts.live, component: Live },
    { key: 'usage', label: texts.usage, component: Usage },
    { key: 'installs', label: texts.installs, component: Installs },
    { key: 'renewals', label: texts.renewals, component: Renewals },
    { key: 'operations', label: texts.operations, code: 'stopResume.query', component: Operations },
  ],
});

/** Opens the request for many cards or vehicles. */
function NewRequest(): ReactNode {
  const words = useSimTexts();
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('stopResume.add')) return null;
  return (
    <>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen(true)}>
        {words('newRequest')}
      </Button>
      {open ? <RequestDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export const simOperationOverride = defineOverride('simOperation', { actions: NewRequest });
