import type { ReactNode } from 'react';
import type { DealerContract } from '@wheelhouse/contract/calls/dealers';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { dealer } from '@wheelhouse/entities/dealers/dealer';
import { useCall } from '../../api/query.ts';
import { usePick, useTexts, type Texts } from '../../i18n/lang.ts';
import { none } from '../../ui/format.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';

const texts = {
  contracts: { zh: '合同记录', en: 'Contracts' },
  current: { zh: '当前', en: 'Current' },
  time: { zh: '录入时间', en: 'Entered at' },
  operator: { zh: '录入人', en: 'Entered by' },
  nothing: { zh: '没有合同记录', en: 'No contracts' },
} as const satisfies Texts;

const entity = plain(dealer);

/** The contracts of a dealer as they were entered, the present one first. */
export default function ContractsTab({ row }: { readonly row: RowOf<'dealer'> }): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const { data, error, refetch } = useCall('/data/crm/dealer/contracts', { id: row.id }, { inlineErrors: true });
  const current = data?.[0]?.id;
  return (
    <div className="wh-section">
      <DataTable<DealerContract>
        lines
        label={t('contracts')}
        empty={t('nothing')}
        rows={data}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        columns={[
          {
            key: 'contractStart',
            label: pick(labelOf(entity, 'contractStart')),
            head: true,
            num: true,
            render: (one) => one.contractStart,
          },
          {
            key: 'contractEnd',
            label: pick(labelOf(entity, 'contractEnd')),
            num: true,
            render: (one) => (
              <>
                {one.contractEnd} {one.id === current ? <StatusTag color="primary">{t('current')}</StatusTag> : null}
              </>
            ),
          },
          { key: 'time', label: t('time'), render: (one) => <DateTime value={one.time} /> },
          { key: 'operator', label: t('operator'), render: (one) => one.operatorName ?? none },
        ]}
      />
    </div>
  );
}
