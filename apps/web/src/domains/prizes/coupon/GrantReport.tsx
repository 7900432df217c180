import { DownloadOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { GrantReport as Report, GrantSkip } from '@wheelhouse/contract/calls/prizes/coupons';
import { keysOf } from '@wheelhouse/contract/object';
import { saveBlob } from '../../../api/files.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { skipTexts, useCouponTexts } from './texts.ts';

interface Props {
  readonly report: Report;
  /** Of a coupon's number: names the file of what was left out. */
  readonly couponNo: string;
  readonly isDone: boolean;
}

/** What a grant comes to, or came to: how many get one, and who does not and why. */
export function GrantReport({ report, couponNo, isDone }: Props): ReactNode {
  const t = useCouponTexts();
  const pick = usePick();
  const { total, granted, skipped, counts } = report;
  const reasonOf = (reason: GrantSkip): string => pick(skipTexts[reason]);
  const reasons = keysOf(counts).filter((reason) => (counts[reason] ?? 0) > 0);
  const left = total - granted;
  const save = (): void => {
    const lines = skipped.map(({ row, mobile, reason }) => [row, mobile ?? '', reasonOf(reason)].join(','));
    const head = [t('row'), t('mobile'), t('reason')].join(',');
    const text = `\ufeff${[head, ...lines].join('\r\n')}\r\n`;
    saveBlob(new Blob([text], { type: 'text/csv' }), `${couponNo}-${t('skippedFile')}.csv`);
  };
  return (
    <section className="cp-report" aria-label={t('skipped')}>
      <output aria-live="polite">
        <strong>{t(isDone ? 'granted' : 'foreseen', { n: formatNumber(granted), total: formatNumber(total) })}</strong>
      </output>
      {left === 0 ? null : (
        <ul className="cp-reasons">
          {reasons.map((reason) => (
            <li key={reason}>
              <span>{reasonOf(reason)}</span> <b className="wh-num">{formatNumber(counts[reason])}</b>
            </li>
          ))}
        </ul>
      )}
      {skipped.length === 0 ? null : (
        <DataTable
          dense
          lines
          height={200}
          label={t('skipped')}
          rows={skipped}
          rowKey={({ row }) => String(row)}
          columns={[
            { key: 'row', label: t('row'), num: true, head: true, render: ({ row }) => row },
            { key: 'mobile', label: t('mobile'), num: true, render: ({ mobile }) => mobile ?? none },
            { key: 'reason', label: t('reason'), render: ({ reason }) => reasonOf(reason) },
          ]}
        />
      )}
      {skipped.length >= left ? null : <p className="eu-hint">{t('untold')}</p>}
      {skipped.length === 0 ? null : (
        <Button size="small" icon={<DownloadOutlined />} onClick={save}>
          {t('downloadSkipped')}
        </Button>
      )}
    </section>
  );
}
