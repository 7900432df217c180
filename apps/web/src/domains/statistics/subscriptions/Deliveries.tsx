import type { ReportDeliveryRow } from '@wheelhouse/contract/calls/statistics';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { none } from '../../../ui/format.ts';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DateTime, LabelTag, StatusTag } from '../../../ui/Values.tsx';
import { isReason, useSubscriptionTexts } from './texts.ts';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** What became of each mail of a subscription, the newest first. */
export default function Deliveries({ id, name, onClose }: Props): ReactNode {
  const t = useSubscriptionTexts();
  const dict = useDictLookup();
  const { data, error, refetch } = useCall(
    '/stat/crm/subscription/deliveries',
    { id, pageSize: 50 },
    { inlineErrors: true },
  );
  const columns: TableColumn<ReportDeliveryRow>[] = [
    { key: 'due', label: t('due'), head: true, num: true, render: ({ dueTime }) => <DateTime value={dueTime} /> },
    {
      key: 'receiver',
      label: t('receiver'),
      render: ({ userName, asked }) => (
        <>
          {userName ?? none} {asked === 1 ? <LabelTag>{t('asked')}</LabelTag> : null}
        </>
      ),
    },
    {
      key: 'state',
      label: t('state'),
      render: ({ state }) => {
        const entry = dict('ReportDelivery', state);
        return <StatusTag color={entry?.color ?? 'default'}>{entry?.name ?? state}</StatusTag>;
      },
    },
    {
      key: 'why',
      label: t('why'),
      render: ({ reason, detail }) =>
        [isReason(reason) ? t(reason) : reason, detail].filter(Boolean).join(' · ') || none,
    },
  ];
  return (
    <Modal open width={760} title={t('deliveriesOf', { name })} footer={null} onCancel={onClose}>
      <DataTable
        label={t('deliveries')}
        columns={columns}
        rows={data?.list}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        empty={t('noDeliveries')}
      />
    </Modal>
  );
}
