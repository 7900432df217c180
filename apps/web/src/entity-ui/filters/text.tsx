import { useState, type ReactNode } from 'react';
import { TextBox } from '../controls/TextBox.tsx';
import { useEntityTexts } from '../texts.ts';
import type { FilterProps } from './types.ts';

type Props = FilterProps<'text' | 'longText' | 'richText' | 'private' | 'tags'>;

/** Label inside a control's border: filters stay on one line. */
export const FilterLabel = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="eu-box-label" aria-hidden="true">
    {children}
  </span>
);

export function TextFilter(props: Props): ReactNode {
  return props.spec.operators.includes('ne') ? <EitherFilter {...props} /> : <OneFilter {...props} />;
}

function OneFilter({ spec, label, query, onChange }: Props): ReactNode {
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

/** A text that the rows have, or that they do not have: the sign before it is the switch. */
function EitherFilter({ spec, label, query, onChange }: Props): ReactNode {
  const texts = useEntityTexts();
  const [eq, ne] = [`${spec.name}.eq`, `${spec.name}.ne`];
  const [chosen, setChosen] = useState(false);
  const isOther = query[ne] !== undefined || (chosen && query[eq] === undefined);
  const value = query[isOther ? ne : eq] ?? '';
  const ask = (other: boolean, text: string): void =>
    onChange({ [eq]: other ? undefined : text || undefined, [ne]: other ? text || undefined : undefined });
  return (
    <TextBox
      label={label}
      prefix={
        <>
          <FilterLabel>{label}</FilterLabel>
          <button
            type="button"
            className="eu-box-sign"
            aria-pressed={isOther}
            aria-label={`${label}: ${texts('notEqual')}`}
            title={texts(isOther ? 'notEqual' : 'equal')}
            onClick={() => {
              setChosen(!isOther);
              if (value !== '') ask(!isOther, value);
            }}
          >
            {isOther ? '≠' : '='}
          </button>
        </>
      }
      value={value}
      onCommit={(text) => ask(isOther, text)}
    />
  );
}
