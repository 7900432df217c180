import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { useLive } from '../../api/live.ts';
import { invalidate, useCall } from '../../api/query.ts';
import { PendingState } from '../../ui/States.tsx';
import { Statistics } from '../message/Statistics.tsx';

const path = '/msg/crm/activityMessage/statistics';

/** What became of a campaign message; it moves as the message is sent and read. */
export default function CampaignStatistics({ row }: { readonly row: RowOf<'activityMessage'> }): ReactNode {
  const { data, error, refetch } = useCall(path, { id: row.id }, { inlineErrors: true });
  // The record's own page moves on to the next state with it.
  useLive([`activityMessage:${row.id}`], () => void invalidate(path, '/msg/crm/activityMessage'));
  return data === undefined ? (
    <PendingState small error={error} onRetry={() => void refetch()} />
  ) : (
    <Statistics data={data} />
  );
}
