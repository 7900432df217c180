import { CalculatorOutlined, DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import type { StatementLine } from '@wheelhouse/contract/calls/orders/settlement';
import { machines } from '@wheelhouse/entities/machines';
import { settlement } from '@wheelhouse/entities/orders/settlement';
import { plain } from '@wheelhouse/entities/reading';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { call } from '../../../api/client.ts';
import { downloadExport } from '../../../api/files.ts';
import { useAction, useCall } from '../../../api/query.ts';
import { RecordSteps, type Step } from '../../../entity-ui/detail/RecordSteps.tsx';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { defineOverride, type AskProps } from '../../../entity-ui/override.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { Money } from '../../../ui/Values.tsx';
import { formatMoney, formatNumber } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { settlementTexts, useSettlementTexts } from './texts.ts';
import '../revenue/revenue.css';

type RowProps = { readonly row: RowOf<'settlement'> };

const GenerateDialog = dialogPart(() => import('./GenerateDialog.tsx'));
const { confirmed, paid } = machines['SM-Settlement'].states;
const sums = ['grossFen', 'refundFen', 'feeFen', 'shareFen'] as const;

/** What happens to a statement, in this order. */
const steps: readonly Step<keyof RowOf<'settlement'>>[] = [
  { label: settlementTexts.made, time: 'generateTime', by: ['generatorId'] },
  { label: settlementTexts.confirmed, time: 'auditTime', by: ['auditorId'] },
  { label: settlementTexts.paid, time: 'paidTime', by: ['payerId'] },
];

function Generate(): ReactNode {
  const t = useSettlementTexts();
  const can = useCan();
  const dialogs = useDialogs();
  if (!can('revenueManage.settle')) return null;
  return (
    <Button
      icon={<CalculatorOutlined />}
      onClick={() => void dialogs.open((close) => <GenerateDialog onClose={() => close(null)} />)}
    >
      {t('generate')}
    </Button>
  );
}

/** The statement as files: the document once it is confirmed. */
function Files({ row: { settlementNo, status } }: RowProps): ReactNode {
  const t = useSettlementTexts();
  const can = useCan();
  const make = useAction('/order/crm/settlement/statement', {
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  if (!can('revenueManage.export')) return null;
  const formats = status === confirmed || status === paid ? (['pdf', 'xlsx'] as const) : (['xlsx'] as const);
  return (
    <span className="rv-files">
      {formats.map((format) => (
        <Button
          key={format}
          icon={<DownloadOutlined />}
          loading={make.isPending}
          onClick={() => make.mutate({ settlementNo, format })}
        >
          {t(format)}
        </Button>
      ))}
    </span>
  );
}

function Statement({ row }: RowProps): ReactNode {
  const t = useSettlementTexts();
  const { settlementNo } = row;
  const { data, error, refetch } = useCall('/order/crm/settlement/lines', { settlementNo }, { inlineErrors: true });
  return (
    <>
      <Section title={t('course')} extra={<Files row={row} />}>
        <RecordSteps entity={plain(settlement)} row={row} steps={steps} />
      </Section>
      <Section title={t('lines')} flush>
        <DataTable<StatementLine>
          label={t('lines')}
          rows={data?.list}
          error={error}
          onRetry={() => void refetch()}
          rowKey={({ themeNo }) => themeNo}
          empty={t('noLines')}
          dense
          columns={[
            {
              key: 'theme',
              label: t('theme'),
              head: true,
              render: ({ themeName, themeNo }) => (
                <>
                  {themeName} <small className="wh-faint">{themeNo}</small>
                </>
              ),
            },
            {
              key: 'orders',
              label: t('orders'),
              align: 'end',
              num: true,
              render: ({ orders }) => formatNumber(orders),
            },
            ...sums.map((key) => ({
              key,
              label: t(key),
              align: 'end' as const,
              num: true,
              render: (line: StatementLine) => formatMoney(line[key]),
            })),
          ]}
        />
      </Section>
    </>
  );
}

/** What is confirmed or paid, to the fen, with every adjustment and its reason. */
function Read({ ids: [id = ''] }: AskProps): ReactNode {
  const t = useSettlementTexts();
  const { data } = useCall('/order/crm/settlement/detail', { id }, { inlineErrors: true });
  if (data === undefined) return null;
  return (
    <DescriptionList
      items={[
        { key: 'share', label: t('shareFen'), value: <Money fen={data.shareFen} /> },
        ...(data.adjustments ?? []).map(({ amountFen, reason }, at) => ({
          key: `adjusted ${at}`,
          label: `${t('adjusted')} · ${reason}`,
          value: <Money fen={amountFen} />,
        })),
        ...(data.carriedFen === 0
          ? []
          : [{ key: 'carried', label: t('carried'), value: <Money fen={data.carriedFen} /> }]),
        { key: 'payable', label: t('toPay'), value: <Money fen={data.payableFen} sign /> },
      ]}
    />
  );
}

/** Statements: generated for a month, with what they are made of and their files. */
export const settlementOverride = defineOverride('settlement', {
  view: 'settlement',
  actions: Generate,
  lead: Statement,
  asks: { confirm: Read, pay: Read },
  starts: {
    adjust: async ({ id }) => ({ adjustments: (await call('/order/crm/settlement/detail', { id })).adjustments ?? [] }),
  },
  links: ({ settlementNo = '' }) => [
    {
      label: settlementTexts.entries,
      icon: <UnorderedListOutlined />,
      href: hrefOf('revenueManage', { view: 'entries', 'settlementNo.eq': settlementNo }),
      code: 'revenueManage.settle',
    },
  ],
});

export { settlementOverride as default };
