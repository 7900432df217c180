import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { FilterLabel } from './text.tsx';
import type { FilterProps } from './types.ts';
import { Select } from '../../ui/inputs/Select.tsx';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
}

/** One of the options that a page brings along, as the filter `<field>.eq`. */
export function OptionsFilter({
  spec,
  label,
  query,
  onChange,
  options,
}: FilterProps & { readonly options: readonly FilterOption[] }): ReactNode {
  const t = useT();
  const key = `${spec.name}.eq`;
  return (
    <Select<string>
      aria-label={label}
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      placeholder={t('all')}
      value={query[key] as string}
      options={[...options]}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      allowClear
      onChange={(value: string | undefined) => onChange({ [key]: value })}
    />
  );
}
