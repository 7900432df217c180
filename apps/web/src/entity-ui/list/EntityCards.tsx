import type { ReactNode } from 'react';
import { labelOf, shownAs, type StoredKind } from '@wheelhouse/entities';
import { usePick } from '../../i18n/lang.ts';
import { useDetailHref } from '../../routing/entity-routes.ts';
import { FieldValue } from '../cells/index.tsx';
import { isEmpty, type EntityRow } from '../model.ts';
import { cellOf, type EntityUi } from '../override.ts';
import { useEntityTexts } from '../texts.ts';
import { useTitleOf } from '../title.ts';
import { ColumnValue, type EntityTableProps } from './EntityTable.tsx';
import type { Column } from './columns.ts';
import type { Selection } from './useSelection.ts';

/** What a card has room for beside its title. */
const mostStates = 2;
const mostFacts = 3;

/** Kinds that one looks at in a record, not in passing. */
const quiet: ReadonlySet<StoredKind> = new Set<StoredKind>([
  'richText',
  'json',
  'rows',
  'video',
  'audio',
  'files',
  'file',
]);
const pictures: ReadonlySet<StoredKind> = new Set<StoredKind>(['image', 'images']);

interface CardParts {
  readonly picture: Column | undefined;
  readonly title: Column | undefined;
  readonly states: readonly Column[];
  readonly facts: readonly Column[];
}

/** Parts of a card, from the list's columns in their order: a picture, what names the row, its states, and what else decides. */
function partsOf({ entity }: EntityUi, columns: readonly Column[], sort: string): CardParts {
  const kindOf = ({ name }: Column): StoredKind => shownAs(entity, name).kind;
  const picture = columns.find((column) => pictures.has(kindOf(column)));
  const left = columns.filter((column) => !pictures.has(kindOf(column)) && !quiet.has(kindOf(column)));
  const named = left.find(({ fields }) => fields.some((name) => entity.title.includes(name)));
  const title = named ?? left[0];
  const rest = left.filter((column) => column !== title);
  const governed = new Set([
    ...Object.keys(entity.machines ?? {}),
    ...(entity.list.counters === undefined ? [] : [entity.list.counters]),
  ]);
  const dicts = rest.filter((column) => kindOf(column) === 'dict');
  const states = [
    ...dicts.filter(({ name }) => governed.has(name)),
    ...dicts.filter(({ name }) => !governed.has(name)),
  ].slice(0, mostStates);
  const decides = ({ fields }: Column): boolean => fields.some((name) => entity.list.decides?.includes(name));
  const factual = rest.filter((column) => !states.includes(column));
  const others = [...factual.filter(decides), ...factual.filter((column) => !decides(column))];
  // What the rows are ordered by is always there.
  const [ordered = ''] = sort.split(' ');
  const by = others.find(({ name }) => name === ordered);
  const facts = others.filter((column) => column !== by).slice(0, by === undefined ? mostFacts : mostFacts - 1);
  return { picture, title, states, facts: by === undefined ? facts : [...facts, by] };
}

export interface EntityCardsProps
  extends Pick<EntityTableProps, 'columns' | 'rows' | 'stale' | 'sort' | 'selection' | 'actions' | 'label'>, EntityUi {}

/** The rows of a list on a phone: the table's columns as cards, those that decide first. */
export default function EntityCards({
  columns,
  rows,
  stale = false,
  sort,
  label,
  ...rest
}: EntityCardsProps): ReactNode {
  const parts = partsOf(rest, columns, sort);
  return (
    <ul className={`eu-cards${stale ? ' eu-stale' : ''}`} aria-label={label} aria-busy={stale}>
      {rows.map((row) => (
        <Card key={row.id} row={row} {...parts} {...rest} />
      ))}
    </ul>
  );
}

type CardProps = CardParts &
  EntityUi & {
    readonly row: EntityRow;
    readonly selection?: Selection | undefined;
    readonly actions?: ((row: EntityRow) => ReactNode) | undefined;
  };

function Card({ entity, override, row, picture, title, states, facts, selection, actions }: CardProps): ReactNode {
  const pick = usePick();
  const texts = useEntityTexts();
  const titleOf = useTitleOf();
  const href = useDetailHref()(entity.name, row.id);
  const value = (name: string): ReactNode => (
    <FieldValue entity={entity} name={name} row={row} place="list" as={cellOf(override, name)} />
  );
  return (
    <li className="eu-card" data-selected={selection?.has(row.id)}>
      {selection === undefined ? null : (
        <label className="eu-check">
          <input
            type="checkbox"
            aria-label={texts('selectRow', { name: titleOf(entity, row) })}
            checked={selection.has(row.id)}
            onChange={() => selection.toggle(row)}
          />
        </label>
      )}
      {picture === undefined || isEmpty(row[picture.name]) ? null : (
        <div className="eu-card-picture">{value(picture.name)}</div>
      )}
      <div className="eu-card-body">
        <div className="eu-card-head">
          <div className="eu-card-title">
            {title === undefined ? null : <ColumnValue column={title} href={href} {...{ entity, override, row }} />}
          </div>
          <div className="eu-card-states">
            {states
              .filter(({ name }) => !isEmpty(row[name]))
              .map(({ name }) => (
                <span key={name}>{value(name)}</span>
              ))}
          </div>
        </div>
        <div className="eu-card-foot">
          <dl className="eu-card-facts">
            {facts
              .filter(
                ({ fields }) =>
                  fields.some((name) => !isEmpty(row[name])) || cellOf(override, fields[0] ?? '') !== undefined,
              )
              .map((column) => (
                <div key={column.name}>
                  <dt>{pick(labelOf(entity, column.name))}</dt>
                  <dd>
                    <ColumnValue column={column} href={undefined} {...{ entity, override, row }} />
                  </dd>
                </div>
              ))}
          </dl>
          {actions === undefined ? null : <div className="eu-card-actions">{actions(row)}</div>}
        </div>
      </div>
    </li>
  );
}
