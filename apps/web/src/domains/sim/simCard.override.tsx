import type { ListRowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { defineOverride, type CellPropsOf } from '../../entity-ui/override.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { hrefOf } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { part } from '../../ui/part.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Identity, StatusTag } from '../../ui/Values.tsx';
import { levelOf, Rate, wholePackage } from './Rate.tsx';
import { simHead } from './head.tsx';
import { texts, useSimTexts } from './texts.ts';
import './sim.css';

const Lead = part(() => import('./Lead.tsx'));
const Live = part(() => import('./Live.tsx'));
const Usage = part(() => import('./Usage.tsx'));
const Installs = part(() => import('./Installs.tsx'));
const Renewals = part(() => import('./Renewals.tsx'));
const Operations = part(() => import('./Operations.tsx'));

/** The state at the carrier, and beside it what was asked for and is not done yet, or why a person has to look at it. */
function StateCell({ row }: CellPropsOf<'simCard'>): ReactNode {
  const words = useSimTexts();
  const dict = useDictLookup();
  const state = dict('SimStatus', Number(row.simStatus));
  const pending =
    row.pendingOp === null || row.pendingOp === undefined ? undefined : dict('SimOpType', Number(row.pendingOp));
  const issue =
    row.syncIssue === null || row.syncIssue === undefined ? undefined : dict('SimSyncIssue', Number(row.syncIssue));
  return (
    <span title={pending === undefined ? undefined : words('pending', { op: pending.name })}>
      <StatusTag color={state?.color}>{state?.name}</StatusTag>{' '}
      {pending === undefined ? null : <StatusTag color="warning">{`${pending.name}…`}</StatusTag>}
      {issue === undefined ? null : <StatusTag color={issue.color}>{issue.name}</StatusTag>}
    </span>
  );
}

const mb = (value: unknown): string => formatNumber(Number(value ?? 0), 1);

/** What is used of the package, with a bar. */
function RateCell({ row, value }: CellPropsOf<'simCard'>): ReactNode {
  const rate = Number(value ?? 0);
  return (
    <span className="sim-meter" title={`${mb(row.monthUsedMb)} / ${formatNumber(row.packageMb)} MB`}>
      <span>
        <Rate value={rate} />
      </span>
      <span className="sim-meter-bar" data-level={levelOf(rate)}>
        <i style={{ width: `${Math.min(wholePackage, rate)}%` }} />
      </span>
    </span>
  );
}

/** The vehicle that the card is in, a click away. */
function VehicleCell({ row, value }: CellPropsOf<'simCard'>): ReactNode {
  const can = useCan();
  if (typeof value !== 'string' || value === '') return null;
  if (typeof row.vehicleId !== 'string' || !can('vehicleManage.query')) return value;
  return (
    <Link to={hrefOf('vehicleManageDetail', { id: row.vehicleId })}>
      <Identity value={value} />
    </Link>
  );
}

const soon = 30;
/** From 30 days on orange, over: red. */
function DaysCell({ value }: CellPropsOf<'simCard', unknown>): ReactNode {
  const days = Number(value ?? 0);
  return days > soon ? days : <StatusTag color={days <= 0 ? 'danger' : 'warning'}>{days}</StatusTag>;
}

const cell = { simStatus: StateCell, usageRate: RateCell, daysLeft: DaysCell, vin: VehicleCell } as const;

/** A renewal keeps the package unless another one is chosen. */
const starts = { renew: ({ packageCode }: ListRowOf<'simCard'>) => ({ packageCode }) };

export const simCardOverride = defineOverride('simCard', { cell, starts });

export const detail = defineOverride('simCard', {
  cell,
  starts,
  head: simHead,
  tabOrder: ['overview', 'live', 'usage', 'operations', 'installs', 'renewals'],
  lead: Lead,
  tabs: [
    { key: 'live', label: texts.live, component: Live },
    { key: 'usage', label: texts.usage, component: Usage },
    { key: 'installs', label: texts.installs, component: Installs },
    { key: 'renewals', label: texts.renewals, component: Renewals },
    { key: 'operations', label: texts.operations, code: 'stopResume.query', component: Operations },
  ],
});

export { simCardOverride as default };
