import type { OpenSession } from '@wheelhouse/contract/calls/access/logs';
import { DownloadOutlined, SearchOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { downloadExport } from '../../../api/files.ts';
import { useAction } from '../../../api/query.ts';
import { TextBox } from '../../../entity-ui/controls/TextBox.tsx';
import type { EntityRow } from '../../../entity-ui/model.ts';
import { useTitleOf } from '../../../entity-ui/title.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { askConfirm } from '../../../lib/confirm.ts';
import { useCan, useUser } from '../../../session/session.ts';
import { usePage } from '../../../routing/page.ts';
import { PageBody, PageHeader } from '../../../ui/Layout.tsx';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { none } from '../../../ui/format.ts';
import { DateTime, StatusTag, TimeAgo } from '../../../ui/Values.tsx';
import { plain } from '@wheelhouse/entities/registry';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { browserOf } from '../../../lib/browser.ts';
import { Who } from './columns.tsx';
import { LogTable, type LogColumn } from './LogTable.tsx';
import { PartNav } from './PartNav.tsx';
import { logPaths } from './paths.ts';
import { logTexts, useLogTexts } from './texts.ts';
import { Button } from '../../../ui/Button.tsx';

function Device({ row }: { readonly row: OpenSession }): ReactNode {
  const texts = useLogTexts();
  return (
    <span title={row.userAgent ?? undefined}>
      {browserOf(row.userAgent) || none}{' '}
      {Number(row.current) === 1 ? <StatusTag color="primary">{texts('thisSession')}</StatusTag> : null}
    </span>
  );
}

const ofUser: readonly LogColumn<OpenSession>[] = [
  { key: 'device', label: logTexts.device, cell: (row) => <Device row={row} /> },
  { key: 'ip', label: logTexts.ip, cell: (row) => <span className="wh-num">{row.ip ?? none}</span> },
  { key: 'lastSeen', label: logTexts.lastSeen, cell: (row) => <TimeAgo value={row.lastSeenTime} /> },
  { key: 'issued', label: logTexts.issued, cell: (row) => <DateTime value={row.issuedTime} /> },
  { key: 'expires', label: logTexts.expires, cell: (row) => <DateTime value={row.expireTime} /> },
];
const ofAll: readonly LogColumn<OpenSession>[] = [
  { key: 'user', label: logTexts.user, cell: (row) => <Who row={row} /> },
  ...ofUser,
];

/** Ends a session after a question that names whose it is. */
function EndButton({ row }: { readonly row: OpenSession }): ReactNode {
  const t = useT();
  const can = useCan();
  const texts = useLogTexts();
  const me = useUser();
  const end = useAction('/system/crm/sysSession/end', { invalidates: ['/system/crm/sysSession'], done: t('done') });
  if (Number(row.current) === 1 || (row.userId !== me.id && !can('operatorManage.enable'))) return null;
  const ask = async (): Promise<void> => {
    if (await askConfirm({ title: texts('endQuestion', { name: row.realName }), danger: true, okText: texts('end') }))
      end.mutate({ id: row.id });
  };
  return (
    <button type="button" className="wh-link-button eu-error" disabled={end.isPending} onClick={() => void ask()}>
      {texts('end')}
    </button>
  );
}

/** Downloads the open sessions that are listed; that it was done is in the operation log. */
function ExportButton({ keyword }: { readonly keyword: string }): ReactNode {
  const t = useT();
  const can = useCan();
  const take = useAction(logPaths.sessionExport, {
    done: t('done'),
    onSuccess: ({ fileName }) => downloadExport(fileName),
  });
  if (!can('operatorManage.export')) return null;
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={take.isPending}
      onClick={() => take.mutate(keyword === '' ? {} : { keyword })}
    >
      {t('export')}
    </Button>
  );
}

/** Everybody's open sessions, as far as the user's scope goes. */
export function SessionsPart(): ReactNode {
  const pick = usePick();
  const texts = useLogTexts();
  const page = usePage();
  const keyword = page.search.get('keyword') ?? '';
  const at = Number(page.search.get('page') ?? 1) || 1;
  return (
    <PageBody>
      <PageHeader title={pick(page.route)} actions={<ExportButton keyword={keyword} />} />
      <PartNav />
      <search className="sm-session-search">
        <TextBox
          label={texts('findUser')}
          placeholder={texts('findUser')}
          prefix={<SearchOutlined aria-hidden="true" />}
          value={keyword}
          onCommit={(text) => page.setSearch({ view: 'sessions', keyword: text })}
        />
      </search>
      <LogTable<OpenSession>
        path={logPaths.sessions}
        label={logTexts.sessions}
        columns={ofAll}
        body={{ scope: 'all', ...(keyword !== '' && { keyword }) }}
        actions={(row) => <EndButton row={row} />}
        page={at}
        onPage={(next) => page.setSearch({ view: 'sessions', keyword, page: next === 1 ? undefined : next })}
        filtered={keyword !== ''}
      />
    </PageBody>
  );
}

/** Open sessions of one account, to end one or all. */
export function SessionTab({ row, title }: { readonly row: EntityRow; readonly title?: string }): ReactNode {
  const titleOf = useTitleOf();
  const t = useT();
  const can = useCan();
  const texts = useLogTexts();
  const me = useUser();
  const [page, setPage] = useState(1);
  const endAll = useAction('/system/crm/sysSession/endAll', {
    invalidates: ['/system/crm/sysSession'],
    done: t('done'),
  });
  const mine = row.id === me.id;
  const tools =
    mine || can('operatorManage.enable') ? (
      <ConfirmButton
        danger
        question={texts(mine ? 'endOthersQuestion' : 'endAllQuestion', { name: titleOf(plain(sysUser), row) })}
        onConfirm={() => endAll.mutateAsync(mine ? {} : { userId: row.id }).catch(() => undefined)}
      >
        {texts(mine ? 'endOthers' : 'endAll')}
      </ConfirmButton>
    ) : undefined;
  return (
    <LogTable<OpenSession>
      path={logPaths.sessions}
      label={logTexts.sessions}
      columns={ofUser}
      body={{ userId: row.id }}
      actions={(one) => <EndButton row={one} />}
      page={page}
      onPage={setPage}
      tools={tools}
      {...(title !== undefined && { title })}
    />
  );
}
