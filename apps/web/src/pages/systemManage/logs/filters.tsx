import { Select } from 'antd';
import type { ReactNode } from 'react';
import { entities, plain } from '@wheelhouse/entities/registry';
import { routes } from '@wheelhouse/entities/routes';
import { FilterLabel } from '../../../entity-ui/filters/text.tsx';
import type { FilterProps } from '../../../entity-ui/filters/types.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { defineOverride } from '../../../overrides/define.ts';
import { useLogWords } from './texts.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

function Options({
  spec,
  label,
  query,
  onChange,
  options,
}: FilterProps & { readonly options: readonly Option[] }): ReactNode {
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

function EntityFilter(props: FilterProps): ReactNode {
  const pick = usePick();
  return (
    <Options
      {...props}
      options={Object.values(entities).map((entity) => ({ value: entity.name, label: pick(plain(entity).label) }))}
    />
  );
}

function RouteFilter(props: FilterProps): ReactNode {
  const pick = usePick();
  return (
    <Options
      {...props}
      options={routes
        .filter((route) => route.kind !== 'group' && route.permission !== 'public')
        .map((route) => ({ value: route.name, label: pick(route) }))}
    />
  );
}

function ChannelFilter(props: FilterProps): ReactNode {
  const words = useLogWords();
  return (
    <Options
      {...props}
      options={[
        { value: 'password', label: words('byPassword') },
        { value: 'ticket', label: words('byTicket') },
      ]}
    />
  );
}

export const loginFilters = defineOverride('loginLog', { filter: { channel: ChannelFilter } });
export const operationFilters = defineOverride('operationLog', {
  filter: { entity: EntityFilter, route: RouteFilter },
});
export const revealFilters = defineOverride('sensitiveAccessLog', { filter: { entity: EntityFilter } });
