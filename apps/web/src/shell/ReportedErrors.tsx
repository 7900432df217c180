import type { ReportedError } from '@wheelhouse/contract/calls/access/logs';
import { useState, type ReactNode } from 'react';
import { useCall } from '../api/query.ts';
import { Pager } from '../entity-ui/list/Pager.tsx';
import { useTexts } from '../i18n/lang.ts';
import { useT } from '../i18n/common.ts';
import { DataTable } from '../ui/table/DataTable.tsx';
import { texts } from './texts.ts';
import { SearchInput } from '../ui/inputs/Input.tsx';
import { Button } from '../ui/Button.tsx';
import '../entity-ui/entity-ui.css';

/** What consoles everywhere reported, latest first. For those with the operators' page. */
export function ReportedErrors(): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const [asked, setAsked] = useState({ keyword: '', page: 1, pageSize: 20 });
  const { data, error, refetch } = useCall('/system/crm/errorLog/list', asked, {
    keepPrevious: true,
    inlineErrors: true,
  });
  return (
    <>
      <div className="sh-errors-tools">
        <SearchInput
          aria-label={t('findMessage')}
          placeholder={t('findMessage')}
          maxLength={60}
          onSearch={(keyword) => setAsked({ ...asked, keyword, page: 1 })}
        />
        <Button onClick={() => void refetch()}>{common('refresh')}</Button>
      </div>
      <DataTable
        label={t('allErrors')}
        empty={t('noReports')}
        height="60vh"
        rows={data?.list}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        columns={[
          { key: 'lastTime', label: t('lastTime'), num: true, render: (row) => row.lastTime },
          { key: 'times', label: t('times'), num: true, render: (row) => row.count },
          { key: 'message', label: t('message'), width: 240, render: (row) => <Trace row={row} /> },
          { key: 'url', label: t('url'), width: 120, render: (row) => row.url },
          { key: 'release', label: t('release'), render: (row) => row.appVersion },
          { key: 'reporter', label: t('reporter'), render: (row) => row.realName },
        ]}
      />
      {data === undefined || data.list.length === 0 ? null : (
        <Pager
          page={asked.page}
          size={asked.pageSize}
          total={data.total}
          onPage={(page) => setAsked({ ...asked, page })}
          onSize={(pageSize) => setAsked({ ...asked, pageSize, page: 1 })}
        />
      )}
    </>
  );
}

function Trace({ row }: { readonly row: ReportedError }): ReactNode {
  const t = useTexts(texts);
  return (
    <details className="sh-trace">
      <summary>{row.message}</summary>
      <p className="wh-faint">
        {t('firstTime')} {row.firstTime}
        {row.info === '' ? '' : ` · ${row.info}`}
      </p>
      <pre>{row.stack}</pre>
    </details>
  );
}
