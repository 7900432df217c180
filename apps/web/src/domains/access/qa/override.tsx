import type { ReactNode } from 'react';
import { routes } from '@wheelhouse/entities/routes';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { usePick } from '../../../i18n/lang.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useQaTexts } from './texts.ts';
import { Select } from '../../../ui/inputs/Select.tsx';

/** Pages of the menu, by name. */
function RouteInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const texts = useQaTexts();
  const pick = usePick();
  const options = routes
    .filter((route) => route.kind !== 'group' && !route.hidden)
    .map((route) => ({ value: route.name as string, label: `${pick(route)} · ${route.path}` }));
  return (
    <Select<string>
      id={id}
      className="eu-control"
      value={(textOf(value) || undefined) as string}
      options={options}
      placeholder={texts('noPage')}
      showSearch={{ optionFilterProp: 'label' }}
      disabled={disabled}
      allowClear
      onChange={(name: string | undefined) => onChange(name ?? null)}
    />
  );
}

export const qaOverride = defineOverride('consoleQa', { input: { routeName: RouteInput } });
