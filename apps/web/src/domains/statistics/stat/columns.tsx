import type { StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TableColumn } from '../../../ui/table/DataTable.tsx';
import { cellOf, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

/** A row of a table of numbers, or the row of all. */
export interface Line {
  readonly row: StatRow;
  readonly all: boolean;
}

/** Columns of a table of numbers: the dimensions, then the measures, each the way to its records. */
export function useStatColumns(part: Part, shown: Shown): TableColumn<Line>[] {
  const t = useStatTexts();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const number = (name: string, row: StatRow, all: boolean): ReactNode => {
    const text = say.number(name, row[name]);
    const href =
      typeof row[name] === 'number' && row[name] !== 0 ? drill(name, all ? {} : cellOf(part, row)) : undefined;
    return href === undefined ? text : <Link to={href}>{text}</Link>;
  };
  return [
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
}
