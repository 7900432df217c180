import type { ReactNode } from 'react';
import { inputLabel, type Row, type RowsField } from '@wheelhouse/entities';
import { cellText, referredBy, rowsOf } from '@wheelhouse/entities/rows-cells';
import { usePick } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { none } from '../../ui/format.ts';
import { RecordLink } from '../cells/ref.tsx';
import { isEmpty, textOf } from '../model.ts';
import { isNumber } from './RowsLine.tsx';
import { useRowTexts } from './texts.ts';
import './rows.css';

const Picture = ({ url, label }: { readonly url: unknown; readonly label: string }): ReactNode =>
  typeof url === 'string' ? (
    <a href={url} target="_blank" rel="noreferrer" aria-label={label}>
      <img className="eu-rows-picture" src={url} alt="" loading="lazy" />
    </a>
  ) : (
    none
  );

/** The rows of a field, to read. */
export default function RowsTable({
  field,
  label,
  value,
  urls = [],
  names = [],
}: {
  readonly field: RowsField;
  readonly label: string;
  readonly value: unknown;
  /** Addresses of the pictures of each row, by column. */
  readonly urls?: readonly Row[];
  /** Names of the records of each row, by column. */
  readonly names?: readonly Row[];
}): ReactNode {
  const pick = usePick();
  const dict = useDictLookup();
  const texts = useRowTexts();
  return (
    <DataTable
      label={label}
      dense
      height={320}
      rows={rowsOf(value)}
      rowKey={(_row, at) => String(at)}
      columns={[
        {
          key: 'n',
          label: '#',
          width: 44,
          num: true,
          render: (_row, at) => <span className="wh-faint">{at + 1}</span>,
        },
        ...Object.entries(field.fields).map(([name, column]) => ({
          key: name,
          label: pick(inputLabel(name, column)),
          ...(isNumber(column) ? { align: 'end' as const, num: true } : {}),
          render: (row: Row, at: number) =>
            column.kind === 'image' ? (
              <Picture
                url={urls[at]?.[name]}
                label={texts('cell', { column: pick(inputLabel(name, column)), n: at + 1 })}
              />
            ) : column.kind === 'refBy' && !isEmpty(row[name]) ? (
              <RecordLink entity={referredBy(column, row) ?? ''} id={row[name]}>
                {textOf(names[at]?.[name]) || cellText(column, row[name])}
              </RecordLink>
            ) : (
              cellText(column, row[name], dict) || none
            ),
        })),
      ]}
    />
  );
}
