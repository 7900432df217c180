import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { errorText, errorTexts, type ErrorCode } from '@wheelhouse/contract/errors';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { useLang, useTexts } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { DateTime, StatusTag } from '../../../ui/Values.tsx';
import { browserOf } from '../../../lib/browser.ts';
import { texts } from './texts.ts';

const shown = 20;
const isErrorCode = (code: number): code is ErrorCode => code in errorTexts;

/** The last 20 sign-ins of the account, refused ones too. */
export function SignInsCard({ user }: { readonly user: CurrentUser }): ReactNode {
  const t = useTexts(texts);
  const { data, error, refetch } = useCall('/system/crm/sysUser/loginLogs', {
    userId: user.id,
    page: 1,
    pageSize: shown,
  });
  const lang = useLang();
  const reason = (code: number): string => (isErrorCode(code) ? errorText(code, lang, { n: 15 }) : t('failed'));
  return (
    <Section title={t('signIns')} flush>
      <DataTable
        label={t('signIns')}
        rows={data?.list}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        columns={[
          { key: 'time', label: t('time'), render: (row) => <DateTime value={row.time} /> },
          { key: 'ip', label: t('ip'), num: true, render: (row) => row.ip },
          {
            key: 'browser',
            label: t('browser'),
            render: (row) => <span title={row.userAgent ?? undefined}>{browserOf(row.userAgent)}</span>,
          },
          {
            key: 'result',
            label: t('result'),
            render: (row) =>
              Number(row.result) === 0 ? (
                <StatusTag color="success">{t('success')}</StatusTag>
              ) : (
                <StatusTag color="danger">{reason(Number(row.result))}</StatusTag>
              ),
          },
        ]}
      />
    </Section>
  );
}
