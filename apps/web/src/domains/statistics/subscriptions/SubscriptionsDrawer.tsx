import { PlusOutlined } from '@ant-design/icons';
import { plain } from '@wheelhouse/entities/registry';
import { routeNamed } from '@wheelhouse/entities/routes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { codes } from '@wheelhouse/entities/codes';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { reportSubscription } from '@wheelhouse/entities/statistics/report-subscription';
import { Drawer, Switch } from 'antd';
import type { ReactNode } from 'react';
import { attempt } from '../../../api/attempt.ts';
import { call } from '../../../api/client.ts';
import { invalidate, useCall } from '../../../api/query.ts';
import { Dialogs, useDialogs } from '../../../entity-ui/dialogs.tsx';
import { useT } from '../../../i18n/common.ts';
import { useLang, usePick } from '../../../i18n/lang.ts';
import { notify } from '../../../lib/notify.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { dialogPart } from '../../../ui/part.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { PageContext, subscriptionOverride } from './inputs.tsx';
import { useSubscriptionTexts } from './texts.ts';
import './subscriptions.css';

const FormDialog = dialogPart(() => import('../../../entity-ui/form/FormDialog.tsx'));
const Deliveries = dialogPart(() => import('./Deliveries.tsx'));
const entity = plain(reportSubscription);
const base = '/stat/crm/subscription';
type Subscription = RowOf<'reportSubscription'>;

interface Props {
  readonly statistic: Statistic;
  /** Filters of the page, without days: what a new subscription begins with. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** Subscriptions of a statistic: one's own, of administrators everybody's. */
export default function SubscriptionsDrawer({ statistic, filters, onClose }: Props): ReactNode {
  const t = useSubscriptionTexts();
  const pick = usePick();
  return (
    <Drawer
      open
      size="large"
      styles={{ wrapper: { width: 'min(1080px, 100vw)' } }}
      title={t('title', { page: pick(routeNamed(statistic.route)) })}
      onClose={onClose}
    >
      <PageContext value={{ statistic, filters }}>
        <Dialogs>
          <Subscriptions statistic={statistic} filters={filters} />
        </Dialogs>
      </PageContext>
    </Drawer>
  );
}

function Subscriptions({ statistic, filters }: Omit<Props, 'onClose'>): ReactNode {
  const t = useSubscriptionTexts();
  const common = useT();
  const pick = usePick();
  const dialogs = useDialogs();
  const lang = useLang();
  const columns = useColumns();
  const { data, error, refetch } = useCall(
    `${base}/list`,
    { pageSize: 200, query: { statistic: statistic.name } },
    { inlineErrors: true },
  );
  const preset = { statistic: statistic.name, filters, name: pick(routeNamed(statistic.route)), lang };
  const add = async (): Promise<void> => {
    await dialogs.open((close) => (
      <FormDialog entity={entity} override={subscriptionOverride} preset={preset} onClose={close} />
    ));
    void refetch();
  };
  return (
    <div className="eu-stack">
      <div className="su-head">
        <Button type="primary" icon={<PlusOutlined />} onClick={() => void add()}>
          {common('add')}
        </Button>
        <span className="wh-faint">{t('about')}</span>
      </div>
      <DataTable
        label={pick(entity.label)}
        columns={columns}
        rows={data && (data.list as readonly Subscription[])}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={t('none')}
      />
    </div>
  );
}

function useColumns(): readonly TableColumn<Subscription>[] {
  const t = useSubscriptionTexts();
  const pick = usePick();
  const dict = useDictLookup();
  const text = ({ frequency, weekday, dayOfMonth, timeOfDay }: Subscription): string =>
    [
      dict('ReportFrequency', frequency)?.name,
      frequency === codes.ReportFrequency.weekly ? dict('Weekday', weekday)?.name : undefined,
      frequency === codes.ReportFrequency.monthly ? t('onDay', { day: dayOfMonth ?? '' }) : undefined,
      timeOfDay,
    ]
      .filter(Boolean)
      .join(' ');
  const label = (name: keyof typeof reportSubscription.fields): string =>
    pick(reportSubscription.fields[name].label ?? { zh: name, en: name });
  const enable = async ({ id, rev }: Subscription, enabled: 0 | 1): Promise<void> => {
    await attempt(call(`${base}/update`, { id, rev, enabled }));
    await invalidate(base);
  };
  return [
    { key: 'name', label: label('name'), head: true, render: ({ name }) => name },
    { key: 'period', label: label('period'), render: ({ period }) => dict('ReportPeriod', period)?.name },
    { key: 'schedule', label: t('schedule'), num: true, render: text },
    {
      key: 'lastSent',
      label: t('lastSent'),
      num: true,
      render: ({ lastSentTime }) => <DateTime value={lastSentTime} />,
    },
    {
      key: 'enabled',
      label: label('enabled'),
      render: (row) => (
        <Switch
          checked={row.enabled === 1}
          aria-label={`${label('enabled')} ${row.name}`}
          onChange={(on) => void enable(row, on ? 1 : 0)}
        />
      ),
    },
    { key: 'actions', label: t('actions'), quiet: true, render: (row) => <Actions row={row} /> },
  ];
}

function Actions({ row }: { readonly row: Subscription }): ReactNode {
  const t = useSubscriptionTexts();
  const common = useT();
  const dialogs = useDialogs();
  const { id, name } = row;
  const send = async (): Promise<void> => {
    const answer = await attempt(call(`${base}/send`, { id }));
    if (answer !== undefined) notify.success(t(answer.queued > 0 ? 'queued' : 'already'));
  };
  const edit = async (): Promise<void> => {
    await dialogs.open((close) => (
      <FormDialog entity={entity} override={subscriptionOverride} id={id} onClose={close} />
    ));
    await invalidate(base);
  };
  const remove = async (): Promise<void> => {
    await attempt(call(`${base}/batchDelete`, { ids: [id] }));
    await invalidate(base);
  };
  const deliveries = (): void =>
    void dialogs.open((close) => <Deliveries id={id} name={name} onClose={() => close(null)} />);
  return (
    <span className="su-actions">
      <Button size="small" onClick={() => void send()}>
        {t('send')}
      </Button>
      <Button size="small" onClick={deliveries}>
        {t('deliveries')}
      </Button>
      <Button size="small" onClick={() => void edit()}>
        {common('edit')}
      </Button>
      <ConfirmButton size="small" danger question={t('remove', { name })} onConfirm={remove}>
        {common('delete')}
      </ConfirmButton>
    </span>
  );
}
