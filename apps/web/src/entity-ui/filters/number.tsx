import type { ReactNode } from 'react';
import { useEntityTexts } from '../texts.ts';
import { TextBox } from '../controls/TextBox.tsx';
import { FilterLabel } from './text.tsx';
import type { FilterProps } from './types.ts';

/** Bounds of a number; money is typed in yuan and asked in fen. */
export function NumberFilter({
  spec,
  field,
  label,
  query,
  onChange,
}: FilterProps<'int' | 'decimal' | 'money'>): ReactNode {
  const texts = useEntityTexts();
  const factor = field.kind === 'money' ? 100 : 1;
  const shown = (key: string): string => (query[key] === undefined ? '' : String(Number(query[key]) / factor));
  const commit =
    (key: string) =>
    (text: string): void => {
      const n = Number(text.replaceAll(',', ''));
      onChange({
        [key]:
          text === '' || !Number.isFinite(n)
            ? undefined
            : String(field.kind === 'decimal' ? n : Math.round(n * factor)),
      });
    };
  if (!spec.operators.includes('range')) {
    const key = `${spec.name}.eq`;
    return (
      <TextBox
        label={label}
        prefix={<FilterLabel>{label}</FilterLabel>}
        value={shown(key)}
        onCommit={commit(key)}
        numeric
      />
    );
  }
  const [from, to] = [`${spec.name}.ge`, `${spec.name}.le`];
  return (
    <span className="eu-range">
      <TextBox
        label={`${label} ${texts('min')}`}
        prefix={<FilterLabel>{label}</FilterLabel>}
        placeholder={texts('min')}
        value={shown(from)}
        onCommit={commit(from)}
        numeric
      />
      <span aria-hidden="true">–</span>
      <TextBox
        label={`${label} ${texts('max')}`}
        placeholder={texts('max')}
        value={shown(to)}
        onCommit={commit(to)}
        numeric
      />
    </span>
  );
}
