import type { StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import { cellOf, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

const usualSize = 20;

/** Numbers as a table of pages with the row of all, which is counted anew: what is distinct does not add up. */
export function Pages({ call, part, ...shown }: Shown & { readonly call: string; readonly part: Part }): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const asked = JSON.stringify(bodyOf(shown.asked));
  const [{ of, page, size }, set] = useState({ of: asked, page: 1, size: usualSize });
  const current = of === asked ? page : 1;
  const { data, error, refetch, isPlaceholderData } = useCall(
    pathsOf(shown.statistic).table(call),
    { query: bodyOf(shown.asked), page: current, pageSize: size },
    { inlineErrors: true, keepPrevious: true },
  );
  const number = (name: string, row: StatRow, all: boolean): ReactNode => {
    const text = say.number(name, row[name]);
    const href =
      typeof row[name] === 'number' && row[name] !== 0 ? drill(name, all ? {} : cellOf(part, row)) : undefined;
    return href === undefined ? text : <Link to={href}>{text}</Link>;
  };
  type Line = { readonly row: StatRow; readonly all: boolean };
  const columns: TableColumn<Line>[] = [
    ...part.by.map((name, at) => ({
      key: name,
      label: say.dimension(name),
      head: at === 0,
      ...(at === 0 && { edge: 'start' as const }),
      num: name === 'day',
      render: ({ row, all }: Line) => (all ? (at === 0 ? t('all') : '') : say.group(name, row)),
    })),
    ...part.measures.map((name) => ({
      key: name,
      label: say.label(name),
      num: true,
      align: 'end' as const,
      render: ({ row, all }: Line) => number(name, row, all),
    })),
  ];
  const lines = data && [
    ...data.list.map((row) => ({ row, all: false })),
    ...(data.total === 0 ? [] : [{ row: data.sums, all: true }]),
  ];
  return (
    <Section title={<PartTitle {...shown} text={part.title} />} flush>
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
