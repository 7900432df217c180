import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { FilterLabel } from './text.tsx';
import { Select } from '../../ui/inputs/Select.tsx';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export interface ChoiceSelectProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly multiple: boolean;
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
}

const searchFrom = 8;

/** The select behind a closed filter; opens at once, because that is what it was fetched for. */
export default function ChoiceSelect({ label, choices, multiple, values, onChange }: ChoiceSelectProps): ReactNode {
  const t = useT();
  return (
    <Select<string | string[]>
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      aria-label={label}
      className="eu-control"
      prefix={<FilterLabel>{label}</FilterLabel>}
      placeholder={t('all')}
      value={multiple ? [...values] : (values[0] as string)}
      onChange={(next: string | string[] | undefined) =>
        onChange(next === undefined ? [] : Array.isArray(next) ? next : [next])
      }
      options={[...choices]}
      showSearch={choices.length > searchFrom ? { optionFilterProp: 'label' } : false}
      popupMatchSelectWidth={false}
      autoFocus
      defaultOpen
      allowClear
    />
  );
}
