import type { ReactNode } from 'react';
import { TextBox } from '../controls/TextBox.tsx';
import type { FilterProps } from './types.ts';

/** Label inside a control's border: filters stay on one line. */
export const FilterLabel = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="eu-box-label" aria-hidden="true">
    {children}
  </span>
);

export function TextFilter({
  spec,
  label,
  query,
  onChange,
}: FilterProps<'text' | 'longText' | 'richText' | 'private' | 'tags'>): ReactNode {
  const key = `${spec.name}.${spec.operators.includes('like') ? 'like' : 'eq'}`;
  return (
    <TextBox
      label={label}
      prefix={<FilterLabel>{label}</FilterLabel>}
      value={query[key] ?? ''}
      onCommit={(text) => onChange({ [key]: text || undefined })}
    />
  );
}
