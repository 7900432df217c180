import { DownloadOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { attempt } from '../../../api/attempt.ts';
import { downloadPosted } from '../../../api/files.ts';
import { useCall } from '../../../api/query.ts';
import { AnchorButton, Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { CopyText } from '../../../ui/Values.tsx';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

function Download({ id, activityNo }: { readonly id: string; readonly activityNo: string }): ReactNode {
  const t = useRaffleTexts();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    await attempt(downloadPosted('/act/crm/raffleActivity/receipts', { id }, `${activityNo}.jsonl`));
    setBusy(false);
  };
  return (
    <Button type="primary" icon={<DownloadOutlined />} loading={isBusy} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}

/** What proves the draws of an event: to whom it may be shown, and how it is checked. */
export default function Receipts({ row }: { readonly row: RowOf<'raffleActivity'> }): ReactNode {
  const t = useRaffleTexts();
  const isOpen = typeof row.oddsVersion === 'number';
  const { data, error, refetch } = useCall(
    '/act/crm/raffleActivity/proof',
    { id: row.id },
    { enabled: isOpen, inlineErrors: true },
  );
  if (!isOpen) return <EmptyState title={t('noReceipts')} />;
  if (data === undefined) return <PendingState error={error} onRetry={() => void refetch()} />;
  const { commitment, oddsVersion, seed, heads } = data;
  return (
    <div className="eu-stack">
      <Section title={t('receipts')}>
        <DescriptionList
          items={[
            { key: 'commitment', label: t('commitment'), value: <CopyText value={commitment} />, wide: true },
            {
              key: 'seed',
              label: t('seed'),
              value: seed === null ? <span className="wh-faint">{t('seedLater')}</span> : <CopyText value={seed} />,
              wide: true,
            },
            { key: 'version', label: t('oddsVersion'), value: formatNumber(oddsVersion) },
          ]}
        />
        <p className="rf-audit">{t('audit')}</p>
        <div className="rf-buttons">
          <Download id={row.id} activityNo={row.activityNo} />
          <AnchorButton icon={<SafetyCertificateOutlined />} href="/verify-draws.html" download>
            {t('verifier')}
          </AnchorButton>
        </div>
      </Section>
      <Section title={t('heads')} flush={heads.length > 0}>
        <DataTable
          lines
          label={t('heads')}
          className="rf-heads"
          height={320}
          rows={heads}
          rowKey={({ day }) => day}
          empty={t('noHeads')}
          columns={[
            { key: 'day', label: t('day'), num: true, head: true, render: ({ day }) => day },
            { key: 'draws', label: t('draws'), num: true, align: 'end', render: ({ draws }) => formatNumber(draws) },
            { key: 'head', label: t('head'), render: ({ head }) => <CopyText value={head}>{head}</CopyText> },
          ]}
        />
      </Section>
    </div>
  );
}
