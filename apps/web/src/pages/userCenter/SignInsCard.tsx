import type { Page } from '@wheelhouse/contract/envelope';
import { errorText, errorTexts, type ErrorCode } from '@wheelhouse/contract/errors';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { useLang, useTexts } from '../../i18n/lang.ts';
import type { SessionUser } from '../../session/session.ts';
import { Section } from '../../ui/Layout.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';
import { DateTime, StatusTag } from '../../ui/Values.tsx';
import { browserOf } from '../../lib/browser.ts';
import { texts } from './texts.ts';

/** Row of the sign-in log. `result` is 0, or the code it was refused with. */
interface SignIn {
  readonly id: string;
  readonly time: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly result: number | string;
}

const shown = 20;
const isErrorCode = (code: number): code is ErrorCode => code in errorTexts;

/** The last 20 sign-ins of the account, refused ones too. */
export function SignInsCard({ user }: { readonly user: SessionUser }): ReactNode {
  const t = useTexts(texts);
  const { data, error, refetch } = useCall<Page<SignIn>>('/system/crm/sysUser/loginLogs', {
    userId: user.id,
    page: 1,
    pageSize: shown,
  });
  const body = (): ReactNode => {
    if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
    return data.list.length === 0 ? <EmptyState small /> : <SignIns rows={data.list} />;
  };
  return (
    <Section title={t('signIns')} flush>
      {body()}
    </Section>
  );
}

function SignIns({ rows }: { readonly rows: readonly SignIn[] }): ReactNode {
  const t = useTexts(texts);
  const lang = useLang();
  const reason = (code: number): string => (isErrorCode(code) ? errorText(code, lang, { n: 15 }) : t('failed'));
  return (
    <ScrollRegion className="pf-logs" label={t('signIns')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col">{t('ip')}</th>
            <th scope="col">{t('browser')}</th>
            <th scope="col">{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <DateTime value={row.time} />
              </td>
              <td className="wh-num">{row.ip}</td>
              <td title={row.userAgent ?? undefined}>{browserOf(row.userAgent)}</td>
              <td>
                {Number(row.result) === 0 ? (
                  <StatusTag color="success">{t('success')}</StatusTag>
                ) : (
                  <StatusTag color="danger">{reason(Number(row.result))}</StatusTag>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
