import type { ReactNode } from 'react';
import type { TickState } from './model.ts';

export interface TickBoxProps {
  readonly state: TickState;
  readonly label: ReactNode;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  readonly strong?: boolean;
  readonly onToggle: () => void;
}

/** A checkbox of three states with its label. */
export const TickBox = ({
  state,
  label,
  title,
  disabled = false,
  strong = false,
  onToggle,
}: TickBoxProps): ReactNode => (
  <label className={strong ? 'sm-tick sm-tick-strong' : 'sm-tick'} title={title}>
    <input
      type="checkbox"
      checked={state === 'all'}
      disabled={disabled}
      ref={(box) => {
        if (box !== null) box.indeterminate = state === 'some';
      }}
      onChange={onToggle}
    />
    <span>{label}</span>
  </label>
);
