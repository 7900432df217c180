import { useState, type ReactNode } from 'react';
import type { Page } from '@wheelhouse/contract';
import { useCall } from '../api/query.ts';
import { Pager } from '../entity-ui/list/Pager.tsx';
import { useTexts } from '../i18n/lang.ts';
import { useT } from '../i18n/common.ts';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { EmptyState, PendingState } from '../ui/States.tsx';
import { texts } from './texts.ts';
import { SearchInput } from '../ui/inputs/Input.tsx';
import { Button } from '../ui/Button.tsx';
import '../entity-ui/entity-ui.css';

/** An error as engineers read it: the same fault of one release is one row, however often it happened. */
interface Reported {
  readonly id: string;
  readonly message: string;
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  readonly appVersion: string;
  readonly count: number;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly realName: string | null;
}

/** What consoles everywhere reported, latest first. For those with the operators' page. */
export function ReportedErrors(): ReactNode {
  const t = useTexts(texts);
  const word = useT();
  const [asked, setAsked] = useState({ keyword: '', page: 1, pageSize: 20 });
  const { data, error, refetch } = useCall<Page<Reported>>('/system/crm/errorLog/list', asked, {
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
        <Button onClick={() => void refetch()}>{word('refresh')}</Button>
      </div>
      {data === undefined ? <PendingState small error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined ? null : data.list.length === 0 ? (
        <EmptyState title={t('noReports')} small />
      ) : (
        <>
          <ScrollRegion className="sh-errors" label={t('allErrors')}>
            <table>
              <thead>
                <tr>
                  {(['lastTime', 'times', 'message', 'url', 'release', 'reporter'] as const).map((column) => (
                    <th key={column} scope="col">
                      {t(column)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.list.map((row) => (
                  <ReportedRow key={row.id} row={row} />
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          <Pager
            page={asked.page}
            size={asked.pageSize}
            total={data.total}
            onPage={(page) => setAsked({ ...asked, page })}
            onSize={(pageSize) => setAsked({ ...asked, pageSize, page: 1 })}
          />
        </>
      )}
    </>
  );
}

function ReportedRow({ row }: { readonly row: Reported }): ReactNode {
  const t = useTexts(texts);
  return (
    <tr>
      <td className="wh-num">{row.lastTime}</td>
      <td className="wh-num">{row.count}</td>
      <td aria-label={row.message}>
        <details>
          <summary>{row.message}</summary>
          <p className="wh-faint">
            {t('firstTime')} {row.firstTime}
            {row.info === '' ? '' : ` · ${row.info}`}
          </p>
          <pre>{row.stack}</pre>
        </details>
      </td>
      <td>{row.url}</td>
      <td>{row.appVersion}</td>
      <td>{row.realName ?? ''}</td>
    </tr>
  );
}
