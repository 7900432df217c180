import { useState, type ReactNode } from 'react';
import { DateFilter } from '../../entity-ui/filters/date.tsx';
import { useT } from '../../i18n/common.ts';
import { useDict } from '../../reference/reference.ts';
import { filterNames, type FilterName } from './model.ts';
import { useSapTexts } from './texts.ts';
import { ClearableInput } from '../../ui/inputs/Input.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Button } from '../../ui/Button.tsx';

type Values = Readonly<Partial<Record<FilterName, string>>>;

const shownNames = filterNames.filter((name) => name !== 'postedTo');
const posted = { name: 'posted', operators: ['range'] } as const;
const [from, to] = ['posted.ge', 'posted.le'] as const;

/** What is looked for in SAP; asked when it is sent, since SAP is slow. */
export function Filters({
  values,
  onSearch,
}: {
  readonly values: Values;
  readonly onSearch: (values: Values) => void;
}): ReactNode {
  const t = useT();
  const texts = useSapTexts();
  const plants = useDict('SapPlant');
  const [draft, setDraft] = useState<Values>(values);
  const put = (name: FilterName, value: string | undefined): void => setDraft({ ...draft, [name]: value ?? '' });
  return (
    <form
      className="eu-filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(draft);
      }}
    >
      <div className="eu-filter-grid">
        {shownNames.map((name) => (
          <div key={name} className="eu-filter">
            {name === 'postedFrom' ? (
              <DateFilter
                spec={posted}
                label={texts('posted')}
                query={{
                  ...(draft.postedFrom && { [from]: draft.postedFrom }),
                  ...(draft.postedTo && { [to]: draft.postedTo }),
                }}
                onChange={(patch) => setDraft({ ...draft, postedFrom: patch[from] ?? '', postedTo: patch[to] ?? '' })}
              />
            ) : name === 'plant' ? (
              <Select
                className="eu-control"
                aria-label={texts('plant')}
                allowClear
                placeholder={texts('plant')}
                value={draft.plant || null}
                options={plants.map((plant) => ({ value: plant.code, label: `${plant.code} ${plant.name}` }))}
                onChange={(value: string | null | undefined) => put('plant', value ?? undefined)}
              />
            ) : (
              <ClearableInput
                aria-label={texts(name)}
                prefix={<span className="wh-faint">{texts(name)}</span>}
                maxLength={name === 'vin' ? 17 : 20}
                value={draft[name] ?? ''}
                onChange={(event) => put(name, event.target.value.trim())}
              />
            )}
          </div>
        ))}
      </div>
      <div className="eu-filter-buttons">
        <Button
          onClick={() => {
            setDraft({});
            onSearch({});
          }}
        >
          {t('reset')}
        </Button>
        <Button type="primary" htmlType="submit">
          {t('search')}
        </Button>
      </div>
    </form>
  );
}
