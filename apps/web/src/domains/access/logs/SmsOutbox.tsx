import type { SentMessage } from '@wheelhouse/contract/calls/access/account';
import { SearchOutlined } from '@ant-design/icons';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { TextBox } from '../../../entity-ui/controls/TextBox.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { LogTable, type LogColumn } from './LogTable.tsx';
import { time } from './columns.tsx';
import { PartNav } from './PartNav.tsx';
import { MessageSources } from '../../templates/MessageSources.tsx';
import { logPaths } from './paths.ts';
import { logTexts, useLogTexts } from './texts.ts';

function Delivery({ row }: { readonly row: SentMessage }): ReactNode {
  const texts = useLogTexts();
  if (row.status === 1) return <StatusTag color="success">{texts('sent')}</StatusTag>;
  if (row.status === 0) return <StatusTag color="default">{texts('waiting')}</StatusTag>;
  return (
    <span title={row.error ?? undefined}>
      <StatusTag color="danger">{texts('failed')}</StatusTag>
    </span>
  );
}

const columns: readonly LogColumn<SentMessage>[] = [
  { key: 'time', label: time.label, cell: (row) => time.cell({ id: row.id, time: row.createTime }) },
  { key: 'mobile', label: logTexts.mobile, cell: (row) => <span className="wh-num">{row.mobile}</span> },
  { key: 'body', label: logTexts.message, cell: (row) => <span className="sm-sms-body">{row.body}</span> },
  { key: 'status', label: logTexts.result, cell: (row) => <Delivery row={row} /> },
];

/** Short messages that the sandbox keeps in place of sending them. */
export function SmsOutbox(): ReactNode {
  const pick = usePick();
  const texts = useLogTexts();
  const page = usePage();
  const mobile = page.search.get('mobile') ?? '';
  const at = Number(page.search.get('page') ?? 1) || 1;
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} description={<MessageSources />} />
      <PartNav />
      <Alert type="info" showIcon title={texts('smsNote')} />
      <search className="sm-session-search">
        <TextBox
          label={texts('findMobile')}
          placeholder={texts('findMobile')}
          prefix={<SearchOutlined aria-hidden="true" />}
          value={mobile}
          onCommit={(text) => page.setSearch({ view: 'sms', mobile: text })}
        />
      </search>
      <LogTable<SentMessage>
        path={logPaths.sms}
        label={logTexts.sms}
        columns={columns}
        body={mobile === '' ? {} : { mobile }}
        page={at}
        onPage={(next) => page.setSearch({ view: 'sms', mobile, page: next === 1 ? undefined : next })}
        filtered={mobile !== ''}
      />
    </PageBody>
  );
}
