import type { ReactNode } from 'react';
import { useLive } from '../../api/live.ts';
import { invalidate, useCall } from '../../api/query.ts';
import { PendingState } from '../../ui/States.tsx';
import { Statistics } from './Statistics.tsx';

export interface DeliveryProps {
  /** Kind of message. */
  readonly entity: 'activityMessage' | 'serviceMessage' | 'systemMessage';
  readonly id: string;
}

/** What became of a message to many; it moves as the message is sent and read. */
export default function Delivery({ entity, id }: DeliveryProps): ReactNode {
  const base = `/msg/crm/${entity}` as const;
  const { data, error, refetch } = useCall(`${base}/statistics`, { id }, { inlineErrors: true });
  // The record's own page moves on to the next state with it.
  useLive([`${entity}:${id}`], () => void invalidate(base));
  return data === undefined ? (
    <PendingState small error={error} onRetry={() => void refetch()} />
  ) : (
    <Statistics data={data} />
  );
}
