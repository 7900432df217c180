import { PlusOutlined } from '@ant-design/icons';
import { Form } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { checkValue, faultErrors } from '@wheelhouse/entities/check-value';
import { inputLabel, type Row, type RowColumn } from '@wheelhouse/entities';
import { parseCell, rowsOf } from '@wheelhouse/entities/rows-cells';
import { usePick } from '../../i18n/lang.ts';
import { pictureUrls } from './pictures.ts';
import { recordNames } from './records.ts';
import { useEntries } from './useEntries.ts';
import { Button } from '../../ui/Button.tsx';
import { validationContext } from '../form/validation.ts';
import type { InputProps } from '../inputs/types.ts';
import { freshUrl } from '../files/fresh.ts';
import { isEmpty } from '../model.ts';
import { useRowTexts } from './texts.ts';
import { SheetButton } from './SheetButton.tsx';
import { isNumber, RowsLine } from './RowsLine.tsx';
import { useRowDrag } from './useRowDrag.ts';
import { useRows } from './useRows.ts';
import './rows.css';

interface RowsInputProps extends InputProps<'rows'> {
  /** Columns that may still be changed. The rows stay then: none is added, moved or removed. */
  readonly only?: ReadonlySet<string> | undefined;
}

/** Columns that fit beside each other in the width of a form's text. */
const mostNarrow = 6;

/** Typed values as they will be checked: a number that is being typed is still text. */
const settled = (fields: Readonly<Record<string, RowColumn>>, rows: readonly Row[]): readonly Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        const column = fields[name];
        return [name, column !== undefined && typeof value === 'string' ? parseCell(column, value) : value];
      }),
    ),
  );

interface HeadProps {
  readonly columns: readonly (readonly [string, RowColumn])[];
  readonly titles: readonly string[];
}

/** Titles of the columns, with the units of their numbers. */
function Head({ columns, titles }: HeadProps): ReactNode {
  const texts = useRowTexts();
  return (
    <thead>
      <tr>
        <th scope="col" className="eu-rows-n">
          #
        </th>
        {columns.map(([each, column], at) => (
          <th
            key={each}
            scope="col"
            data-required={column.required ? 'true' : undefined}
            data-number={isNumber(column) ? 'true' : undefined}
          >
            {titles[at]}
            {'unit' in column && column.unit !== undefined ? <span className="wh-faint"> {column.unit}</span> : null}
          </th>
        ))}
        <th scope="col">
          <span className="wh-visually-hidden">{texts('actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** Rows as a compact table: typed, moved and removed by keyboard, dragged, pasted from a spreadsheet. What is wrong is marked in its cell. */
export default function RowsInput({
  id,
  name,
  field,
  label,
  value,
  onChange,
  disabled,
  owner,
  stored,
  only,
}: RowsInputProps): ReactNode {
  const texts = useRowTexts();
  const pick = usePick();
  const { status } = Form.Item.useStatus();
  const rows = rowsOf(value);
  const columns = Object.entries(field.fields);
  const titles = columns.map(([each, column]) => pick(inputLabel(each, column)));
  const entriesOf = useEntries();
  const known = pictureUrls(field, stored, name);
  const urlOf = (fileId: string): string | undefined => freshUrl(fileId) ?? known.get(fileId);
  const nameOf = recordNames(field, stored, name);
  const [said, setSaid] = useState('');
  const body = useRef<HTMLTableSectionElement>(null);
  const editing = useRows({
    body,
    field,
    rows,
    titles,
    only,
    codeOf: (category, name) => entriesOf(category).find((entry) => entry.name === name)?.code,
    onChange,
    onMoved: (to) => setSaid(texts('moved', { n: to + 1 })),
  });

  const context = validationContext();
  const checked = checkValue(field, settled(field.fields, rows), context);
  const faults = 'faults' in checked ? checked.faults : [];
  // A cell that is still empty is no mistake before the form is sent.
  const shown = faults.filter(({ row, column }) => status === 'error' || !isEmpty(rows[row]?.[column]));
  const messages = faultErrors(name, label, { faults: shown }, context.lang);
  const marks = new Map(shown.map(({ row, column }, at) => [`${row}.${column}`, messages[at]?.message ?? '']));

  const dragOf = useRowDrag(editing.move);
  const [firstColumn] = Object.keys(field.fields);
  const [firstWrong] = marks.keys();
  const entry = firstWrong ?? `0.${firstColumn}`;

  return (
    <div role="group" aria-label={label} className="eu-rows" data-wide={columns.length > mostNarrow || undefined}>
      <div className="eu-rows-box">
        <table className="eu-rows-table">
          <Head columns={columns} titles={titles} />
          <tbody ref={body}>
            {rows.map((row, at) => (
              <RowsLine
                key={at}
                at={at}
                row={row}
                columns={columns}
                titles={titles}
                faults={marks}
                editing={editing}
                disabled={disabled}
                only={only}
                drag={field.sortable && only === undefined ? dragOf(at) : undefined}
                entriesOf={entriesOf}
                urlOf={urlOf}
                nameOf={nameOf}
                asks={`${owner}.${name}`}
                idOf={(cell) => (cell === entry ? id : undefined)}
              />
            ))}
          </tbody>
        </table>
        {rows.length === 0 ? <p className="eu-rows-empty">{texts('empty')}</p> : null}
      </div>
      <div className="eu-rows-foot">
        {only === undefined ? (
          <Button
            size="small"
            {...(rows.length === 0 && { id })}
            // The field's label names it otherwise.
            aria-label={texts('add')}
            icon={<PlusOutlined />}
            disabled={disabled}
            onClick={() => editing.add()}
          >
            {texts('add')}
          </Button>
        ) : null}
        {field.sheet && only === undefined ? <SheetButton disabled={disabled} onRows={editing.append} /> : null}
        {only === undefined ? (
          <span className="wh-faint wh-num" data-over={rows.length > field.max ? 'true' : undefined}>
            {texts('countOf', { n: rows.length, max: field.max })}
          </span>
        ) : null}
        {shown.length > 0 ? (
          <span className="eu-error" role="status">
            {texts('faults', { n: shown.length, first: messages[0]?.message ?? '' })}
          </span>
        ) : only === undefined ? (
          <span className="wh-faint eu-rows-hint">{texts(field.sortable ? 'hintSort' : 'hint')}</span>
        ) : null}
        <span className="wh-visually-hidden" role="status">
          {said}
        </span>
      </div>
    </div>
  );
}
