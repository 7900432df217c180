import type { ReactNode } from 'react';
import './ui.css';

export interface SegmentsProps<Key> {
  /** What is chosen among, for people who do not see it. */
  readonly label: string;
  readonly options: readonly { readonly key: Key; readonly label: ReactNode; readonly icon?: ReactNode }[];
  readonly value: Key;
  readonly onChange: (key: Key) => void;
}

/**
 * A choice among a few that stand side by side: one of them is pressed.
 * @for a choice among a few, side by side
 */
export const Segments = <Key extends string | number | boolean | undefined>({
  label,
  options,
  value,
  onChange,
}: SegmentsProps<Key>): ReactNode => (
  <span className="wh-segments" role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={String(option.key)}
        type="button"
        aria-pressed={option.key === value}
        onClick={() => onChange(option.key)}
      >
        {option.icon}
        {option.label}
      </button>
    ))}
  </span>
);
