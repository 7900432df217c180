import { DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import type { AllHTMLAttributes, HTMLAttributes, ReactNode } from 'react';
import type { Row, RowColumn } from '@wheelhouse/entities';
import { cellText, referredBy } from '@wheelhouse/entities/rows-cells';
import { none } from '../../ui/format.ts';
import { PictureCell } from './PictureCell.tsx';
import { RecordCell } from './RecordCell.tsx';
import type { EntriesOf } from './useEntries.ts';
import { useRowTexts } from './texts.ts';
import type { Place, RowsEditing } from './useRows.ts';

export const isNumber = (column: RowColumn): boolean =>
  column.kind === 'int' || column.kind === 'decimal' || column.kind === 'money';

export interface RowDrag {
  readonly row: HTMLAttributes<HTMLElement>;
  readonly handle: HTMLAttributes<HTMLElement>;
}

interface LineProps {
  readonly at: number;
  readonly row: Row;
  readonly columns: readonly (readonly [string, RowColumn])[];
  readonly titles: readonly string[];
  readonly faults: ReadonlyMap<string, string>;
  readonly editing: RowsEditing;
  readonly disabled: boolean;
  /** Columns that may still be changed; undefined: all, and the row may go. */
  readonly only: ReadonlySet<string> | undefined;
  readonly drag: RowDrag | undefined;
  readonly entriesOf: EntriesOf;
  /** Address of a picture, by its id. */
  readonly urlOf: (fileId: string) => string | undefined;
  /** Name of a record that is known already. */
  readonly nameOf: (entity: string, id: string) => string | undefined;
  /** The field, as it asks for choices: `raffleActivity.prizes`. */
  readonly asks: string;
  /** Of the cell that takes the cursor when the field is asked to. */
  readonly idOf: (cell: string) => string | undefined;
}

interface CellProps {
  /** What both kinds of cells have. */
  readonly cell: Pick<AllHTMLAttributes<HTMLElement>, 'id' | 'aria-label' | 'aria-invalid' | 'title' | 'disabled'> & {
    readonly 'data-cell': string;
  };
  readonly place: Place;
  readonly name: string;
  readonly column: RowColumn;
  readonly row: Row;
  readonly from: Pick<LineProps, 'editing' | 'entriesOf' | 'urlOf' | 'nameOf' | 'asks'>;
}

/** A code or a record is chosen, a picture is uploaded, everything else is typed. */
function RowCell({ cell, place, name, column, row, from }: CellProps): ReactNode {
  const { editing, entriesOf, urlOf, nameOf, asks } = from;
  const value = row[name];
  if (column.kind === 'image')
    return (
      <PictureCell
        cell={cell}
        column={column}
        url={typeof value === 'string' && value !== '' ? (urlOf(value) ?? '') : undefined}
        onChange={(fileId) => editing.type(place, fileId)}
        onKey={(event) => editing.onKey(place, event)}
      />
    );
  if (column.kind === 'refBy')
    return (
      <RecordCell
        cell={cell}
        entity={referredBy(column, row)}
        asks={`${asks}.${name}`}
        value={value}
        nameOf={nameOf}
        onChange={(id) => editing.type(place, id)}
        onKey={(event) => editing.onKey(place, event)}
      />
    );
  if (column.kind === 'dict') {
    const entries = entriesOf(column.dict);
    const chosen = cellText(column, value);
    return (
      <select
        {...cell}
        className="eu-rows-cell"
        value={chosen}
        onChange={(event) => editing.type(place, event.target.value)}
      >
        <option value="">{none}</option>
        {entries.some(({ code }) => code === chosen) || chosen === '' ? null : <option value={chosen}>{chosen}</option>}
        {entries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    );
  }
  return (
    <input
      {...cell}
      type="text"
      className="eu-rows-cell"
      data-number={isNumber(column) ? 'true' : undefined}
      inputMode={isNumber(column) ? 'text' : undefined}
      value={typeof value === 'string' ? value : cellText(column, value)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => editing.type(place, event.target.value)}
      onBlur={(event) => editing.settle(place, event.target.value)}
      onKeyDown={(event) => editing.onKey(place, event)}
      onPaste={(event) => editing.onPaste(place, event)}
    />
  );
}

/** One row: its number, a cell for each column, and the button that removes it. */
export function RowsLine({
  at,
  row,
  columns,
  titles,
  faults,
  editing,
  disabled,
  only,
  drag,
  idOf,
  ...rest
}: LineProps): ReactNode {
  const texts = useRowTexts();
  return (
    <tr {...drag?.row}>
      <td className="eu-rows-n wh-num">
        {drag === undefined || disabled ? (
          at + 1
        ) : (
          <span className="eu-rows-handle" title={texts('drag', { n: at + 1 })} {...drag.handle}>
            <HolderOutlined aria-hidden="true" />
            {at + 1}
          </span>
        )}
      </td>
      {columns.map(([name, column], index) => {
        const place: Place = { row: at, column: index };
        const fault = faults.get(`${at}.${name}`);
        return (
          <td key={name}>
            <RowCell
              cell={{
                id: idOf(`${at}.${name}`),
                'data-cell': `${at}.${index}`,
                'aria-label': texts('cell', { column: titles[index] ?? name, n: at + 1 }),
                'aria-invalid': fault === undefined ? undefined : true,
                title: fault,
                disabled: disabled || only?.has(name) === false,
              }}
              place={place}
              name={name}
              column={column}
              row={row}
              from={{ editing, ...rest }}
            />
          </td>
        );
      })}
      <td>
        {only === undefined ? (
          <button
            type="button"
            className="wh-icon-button"
            // Alt+Delete does the same from the cell: Tab goes from cell to cell.
            tabIndex={-1}
            aria-label={texts('remove', { n: at + 1 })}
            disabled={disabled}
            onClick={() => editing.remove(at)}
          >
            <DeleteOutlined aria-hidden="true" />
          </button>
        ) : null}
      </td>
    </tr>
  );
}
