import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { shownAs, type EntityDef } from '@wheelhouse/entities';
import { useListed, usePick } from '../../i18n/lang.ts';
import { useT } from '../../i18n/common.ts';
import { keysOf, rangeKeys, type FilterSpec } from '../query-state.ts';
import { useRefNames } from '../refs/useRefOptions.ts';
import { useEntityTexts } from '../texts.ts';
import { useValueText } from '../value-text.ts';
import { filterLabel } from './labels.ts';
import { rangeText, spanText } from './range-text.ts';
import type { QueryPatch } from './types.ts';
import { valuesOf } from './values.ts';

interface ChipProps {
  readonly entity: EntityDef;
  readonly spec: FilterSpec;
  readonly query: Readonly<Record<string, string>>;
}

/** Condition of a filter as text; '' while it asks nothing. */
function useFilterText({ entity, spec, query }: ChipProps): string {
  const valueText = useValueText();
  const texts = useEntityTexts();
  const list = useListed();
  const field = shownAs(entity, spec.name);
  const isRef = field.kind === 'ref' || field.kind === 'refMany';
  const values = valuesOf({ spec, query });
  const names = useRefNames(
    { entity: isRef ? field.to : '', field: `${entity.name}.${spec.name}`, all: true },
    isRef ? values : [],
  );
  if (spec.operators.includes('null')) return texts(query[`${spec.name}.null`] === '1' ? 'hasNone' : 'hasSome');
  const [from, to] = rangeKeys(spec).map((key) => query[key]);
  if (field.kind === 'date' || field.kind === 'instant') return rangeText(from, to);
  if (from !== undefined || to !== undefined) {
    const end = (value: string | undefined): string => (value === undefined ? '' : valueText(field, value));
    return spanText(end(from), end(to));
  }
  const other = query[`${spec.name}.ne`];
  if (other !== undefined) return `≠ ${other}`;
  return (
    query[`${spec.name}.like`] ??
    list(values.map((value) => (isRef ? (names.get(value) ?? value) : valueText(field, value))))
  );
}

function Chip({ shownElsewhere, onChange, ...props }: ChipProps & ShownProps): ReactNode {
  const { entity, spec } = props;
  const t = useT();
  const pick = usePick();
  const label = pick(filterLabel(entity, spec));
  const text = useFilterText(props);
  return (
    <li className={shownElsewhere ? 'eu-chip eu-chip-printed' : 'eu-chip'}>
      <span>
        {label}: <b>{text}</b>
      </span>
      <button
        type="button"
        className="wh-icon-button"
        aria-label={`${t('clear')} ${label}`}
        onClick={() => onChange(Object.fromEntries(keysOf(spec).map((key) => [key, undefined])))}
      >
        <CloseOutlined />
      </button>
    </li>
  );
}

interface ShownProps {
  /** Its control is in view and says the same: only print needs the text. */
  readonly shownElsewhere: boolean;
  readonly onChange: (patch: QueryPatch) => void;
}

export interface FilterChipsProps {
  readonly entity: EntityDef;
  readonly keyword: string;
  readonly query: Readonly<Record<string, string>>;
  /** Filters that are set: those with a control in view, and the others. */
  readonly inView: readonly FilterSpec[];
  readonly hidden: readonly FilterSpec[];
  readonly ignored: readonly string[];
  readonly onChange: (patch: QueryPatch) => void;
}

/** Removable chips of the filters without a visible control, and of invalid filters in the address. */
export function FilterChips({
  entity,
  keyword,
  query,
  inView,
  hidden,
  ignored,
  onChange,
}: FilterChipsProps): ReactNode {
  const texts = useEntityTexts();
  const t = useT();
  const list = useListed();
  const chips = [...inView, ...hidden];
  if (chips.length === 0 && ignored.length === 0 && keyword === '') return null;
  const silent = hidden.length === 0 && ignored.length === 0;
  return (
    <ul className={silent ? 'eu-chips eu-chip-printed' : 'eu-chips'} aria-label={texts('setFilters')}>
      {keyword === '' ? null : (
        <li className="eu-chip eu-chip-printed">
          {texts('keyword')}: <b>{keyword}</b>
        </li>
      )}
      {chips.map((spec) => (
        <Chip key={keysOf(spec).join()} {...{ entity, spec, query, onChange }} shownElsewhere={inView.includes(spec)} />
      ))}
      {ignored.length === 0 ? null : (
        <li className="eu-chip eu-chip-ignored" role="status">
          <span>{texts('ignoredFilters', { filters: list(ignored) })}</span>
          <button type="button" className="wh-icon-button" aria-label={t('close')} onClick={() => onChange({})}>
            <CloseOutlined />
          </button>
        </li>
      )}
    </ul>
  );
}
