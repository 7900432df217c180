import type { ReactNode } from 'react';
import { entities, plain } from '@wheelhouse/entities/registry';
import { routes } from '@wheelhouse/entities/routes';
import { OptionsFilter } from '../../../entity-ui/filters/OptionsFilter.tsx';
import type { FilterProps } from '../../../entity-ui/filters/types.ts';
import { usePick } from '../../../i18n/lang.ts';
import { defineOverride } from '../../../overrides/define.ts';
import { useLogWords } from './texts.ts';

function EntityFilter(props: FilterProps): ReactNode {
  const pick = usePick();
  return (
    <OptionsFilter
      {...props}
      options={Object.values(entities).map((entity) => ({ value: entity.name, label: pick(plain(entity).label) }))}
    />
  );
}

function RouteFilter(props: FilterProps): ReactNode {
  const pick = usePick();
  return (
    <OptionsFilter
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
    <OptionsFilter
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
