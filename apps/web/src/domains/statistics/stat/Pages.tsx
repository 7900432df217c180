import type { Part } from '@wheelhouse/entities/statistics/define';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import { useStatColumns } from './columns.tsx';
import { cellOf, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

const usualSize = 20;

/** Numbers as a table of pages with the row of all, which is counted anew: what is distinct does not add up. */
export function Pages({ call, part, ...shown }: Shown & { readonly call: string; readonly part: Part }): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const asked = JSON.stringify(bodyOf(shown.asked));
  const [{ of, page, size }, set] = useState({ of: asked, page: 1, size: usualSize });
  const current = of === asked ? page : 1;
  const { data, error, refetch, isPlaceholderData } = useCall(
    pathsOf(shown.statistic).table(call),
    { query: bodyOf(shown.asked), page: current, pageSize: size },
    { inlineErrors: true, keepPrevious: true },
  );
  const columns = useStatColumns(part, shown);
  const lines = data && [
    ...data.list.map((row) => ({ row, all: false })),
    ...(data.total === 0 ? [] : [{ row: data.sums, all: true }]),
  ];
  return (
    <Section
      title={<PartTitle {...shown} text={part.title} />}
      extra={part.note === undefined ? undefined : <span className="wh-faint">{pick(part.note)}</span>}
      flush
    >
      <DataTable
        className={data !== undefined && data.total > 0 ? 'st-pages' : ''}
        lines
        label={pick(part.title)}
        columns={columns}
        rows={lines}
        rowKey={({ row, all }) => (all ? 'all' : JSON.stringify(cellOf(part, row)))}
        error={error}
        onRetry={() => void refetch()}
        empty={t('nothing')}
        stale={isPlaceholderData}
      />
      {data === undefined || data.total <= usualSize ? null : (
        <Pager
          page={current}
          size={size}
          total={data.total}
          onPage={(next) => set({ of: asked, page: next, size })}
          onSize={(next) => set({ of: asked, page: 1, size: next })}
        />
      )}
    </Section>
  );
}
