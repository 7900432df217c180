import type { ReactNode } from 'react';
import { channelText } from '@wheelhouse/entities/access/log-texts';
import { entities, plain } from '@wheelhouse/entities/registry';
import { routes } from '@wheelhouse/entities/routes';
import { OptionsFilter } from '../../../entity-ui/filters/OptionsFilter.tsx';
import { FilterLabel } from '../../../entity-ui/filters/text.tsx';
import type { FilterProps } from '../../../entity-ui/filters/types.ts';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useLogTexts } from './texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

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
  const pick = usePick();
  return (
    <OptionsFilter
      {...props}
      options={['password', 'ticket'].map((value) => ({ value, label: pick(channelText(value)) }))}
    />
  );
}

/** Success, or any refusal: codes of refusals are what is above 0. */
function ResultFilter({ spec, label, query, onChange }: FilterProps): ReactNode {
  const t = useT();
  const texts = useLogTexts();
  const [exact, least] = [`${spec.name}.eq`, `${spec.name}.ge`];
  const value = query[exact] === '0' ? 'success' : query[least] === undefined ? undefined : 'failed';
  return (
    <Select<'success' | 'failed'>
      aria-label={label}
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      placeholder={t('all')}
      value={value ?? null}
      options={[
        { value: 'success', label: texts('success') },
        { value: 'failed', label: texts('refused') },
      ]}
      allowClear
      onChange={(chosen: 'success' | 'failed' | undefined) =>
        onChange({ [exact]: chosen === 'success' ? '0' : undefined, [least]: chosen === 'failed' ? '1' : undefined })
      }
    />
  );
}

export const loginFilters = defineOverride('loginLog', {
  filter: { channel: ChannelFilter, result: ResultFilter },
});
export const operationFilters = defineOverride('operationLog', {
  filter: { entity: EntityFilter, route: RouteFilter, resultCode: ResultFilter },
});
export const revealFilters = defineOverride('sensitiveAccessLog', { filter: { entity: EntityFilter } });
