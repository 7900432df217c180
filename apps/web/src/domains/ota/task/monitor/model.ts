import type { OutputOf } from '@wheelhouse/entities/calls';
import { otaMachines } from '@wheelhouse/entities/machines/ota';

/** What a task has come to. */
export type Monitor = OutputOf<'POST /ps/crm/otaTask/monitor'>;

const states = otaMachines['SM-OtaExecution'].states;

/** Numbers of the head, in the order of a vehicle's way, with the state of executions that they count. */
export const figures = [
  { key: 'target', state: undefined },
  { key: 'notStarted', state: states.notStarted },
  { key: 'notified', state: states.notified },
  { key: 'downloading', state: states.downloading },
  { key: 'ready', state: states.ready },
  { key: 'installing', state: states.installing },
  { key: 'succeeded', state: states.succeeded },
  { key: 'failed', state: states.failed },
  { key: 'rolledBack', state: states.rolledBack },
  { key: 'refused', state: states.refused },
  { key: 'cancelled', state: states.cancelled },
] as const;

/** What counts as a failure. */
export const isBad = (key: string): boolean => key === 'failed' || key === 'rolledBack';
