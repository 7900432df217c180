import type { ReactNode } from 'react';
import type { TagImport, TagImportFault } from '@wheelhouse/contract/calls/users';
import { recordOf } from '@wheelhouse/contract/object';
import { formatNumber } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useTagTexts } from './texts.ts';

type Report = Pick<TagImport, 'added' | 'present' | 'failed' | 'errors'>;

const isFault = (value: unknown): value is TagImportFault => {
  const { row, reason } = recordOf(value);
  return typeof row === 'number' && (reason === 'format' || reason === 'unknown');
};

/** The report that a record holds; undefined where it holds none. */
export function reportOf(value: unknown): Report | undefined {
  const { added, present, failed, errors } = recordOf(value);
  return typeof added === 'number' && typeof present === 'number' && typeof failed === 'number'
    ? { added, present, failed, errors: Array.isArray(errors) ? errors.filter(isFault) : [] }
    : undefined;
}

/** What became of users that were added together, with the rows that were left out. */
export function ImportReport({ report }: { readonly report: Report }): ReactNode {
  const texts = useTagTexts();
  const { added, present, failed, errors } = report;
  return (
    <Section title={texts('imported')}>
      <output aria-live="polite">
        {texts('added', { added: formatNumber(added), present: formatNumber(present), failed: formatNumber(failed) })}
      </output>
      {errors.length === 0 ? null : (
        <DataTable
          dense
          lines
          height={240}
          label={texts('left')}
          rows={errors}
          rowKey={({ row }) => String(row)}
          columns={[
            { key: 'row', label: texts('row'), num: true, head: true, render: ({ row }) => row },
            { key: 'reason', label: texts('reason'), render: ({ reason }) => texts(reason) },
          ]}
        />
      )}
    </Section>
  );
}
