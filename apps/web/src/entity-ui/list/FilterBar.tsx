import { DownOutlined, FilterOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons';
import { useRef, useState, type ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { useT } from '../../i18n/common.ts';
import { usePick } from '../../i18n/lang.ts';
import { filterOf, type Override } from '../override.ts';
import { usePageCommand } from '../../routing/commands.ts';
import { FilterChips } from '../filters/FilterChips.tsx';
import { FieldFilter, visibleFilters } from '../filters/index.tsx';
import { TextBox } from '../controls/TextBox.tsx';
import type { QueryPatch } from '../filters/types.ts';
import { useSees } from '../sees.ts';
import { keysOf, linkFiltersOf, type FilterSpec } from '../query-state.ts';
import { useEntityTexts } from '../texts.ts';
import { useTight, useWide } from '../useNarrow.ts';
import type { ListStateHandle } from './useListState.ts';
import { Button } from '../../ui/Button.tsx';

export interface FilterBarProps extends ListStateHandle {
  readonly entity: EntityDef;
  readonly override?: Override | undefined;
  /** Loads again, also when nothing changed. */
  readonly onSearch: () => void;
  /** Fields that the surrounding page already fixes. */
  readonly fixed?: readonly string[];
}

/**
 * Keyword and filters of a list: one line of them always, the others on demand; filters set beyond that line are shown as chips. Where there
 * is no room, all but the keyword are behind one button.
 * @for filters of a page whose rows are no entity's: an `EntityDef` for the page alone, this and `useUrlListState`: `domains/sim/flow/entity.ts`
 */
export function FilterBar({ entity, override, state, set, reset, onSearch, fixed = [] }: FilterBarProps): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  const pick = usePick();
  const keyword = useRef<HTMLInputElement>(null);
  const sees = useSees();
  const filters = visibleFilters(entity).filter(({ name }) => !fixed.includes(name) && sees(entity, name));
  const hasKeyword = entity.list.keyword !== undefined;
  usePageCommand('keyword', hasKeyword ? () => keyword.current?.select() : undefined);
  const tight = useTight();
  const wide = useWide();
  const atFirst = (wide ? 4 : 3) - (hasKeyword ? 1 : 0);
  const first = tight ? [] : filters.slice(0, atFirst);
  const rest = filters.slice(first.length);
  const isSet = (spec: FilterSpec): boolean => keysOf(spec).some((key) => state.query[key] !== undefined);
  const [open, setOpen] = useState(false);
  const linked = linkFiltersOf(entity).filter((spec) => isSet(spec) && !fixed.includes(spec.name));
  const folded = open ? [] : rest.filter(isSet);
  if (!hasKeyword && filters.length === 0) return null;

  const change = (patch: QueryPatch): void => {
    const query = { ...state.query };
    for (const [key, value] of Object.entries(patch)) {
      if (value === undefined) delete query[key];
      else query[key] = value;
    }
    set({ query });
  };
  return (
    <search className="eu-filters" data-tight={tight || undefined}>
      <div className="eu-filter-grid" data-open={open}>
        {hasKeyword ? (
          <div className="eu-filter eu-filter-keyword">
            <TextBox
              inputRef={keyword}
              label={texts('keyword')}
              prefix={<SearchOutlined aria-hidden="true" />}
              placeholder={pick(entity.list.keyword?.label ?? { zh: '', en: '' })}
              value={state.keyword}
              onCommit={(text) => set({ keyword: text })}
            />
          </div>
        ) : null}
        {[...first, ...(open ? rest : [])].map((spec) => (
          <div key={spec.name} className="eu-filter">
            <FieldFilter
              entity={entity}
              spec={spec}
              query={state.query}
              onChange={change}
              as={filterOf(override, spec.name)}
            />
          </div>
        ))}
      </div>
      <div className="eu-filter-buttons">
        {rest.length === 0 ? null : (
          <Button
            type={tight ? 'default' : 'text'}
            icon={tight ? <FilterOutlined /> : open ? <UpOutlined /> : <DownOutlined />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            {texts(tight ? 'filters' : open ? 'fewerFilters' : 'moreFilters')}
            {folded.length > 0 ? <span className="eu-count">{folded.length}</span> : null}
          </Button>
        )}
        {tight && !open ? null : (
          <>
            <Button onClick={reset}>{t('reset')}</Button>
            <Button type="primary" onClick={onSearch}>
              {t('search')}
            </Button>
          </>
        )}
      </div>
      <FilterChips
        entity={entity}
        keyword={state.keyword}
        query={state.query}
        inView={(open ? filters : first).filter(isSet)}
        hidden={[...folded, ...linked]}
        ignored={state.ignored}
        onChange={change}
      />
    </search>
  );
}
