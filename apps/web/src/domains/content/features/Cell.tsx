import type { MatrixFeature, MatrixModel } from '@wheelhouse/contract/calls/content/content';
import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import { memo, type KeyboardEvent, type ReactNode } from 'react';
import { parseValue, valueText, type Value } from './model.ts';
import { useFeatureTexts, useValueWord } from './texts.ts';
import type { Sheet } from './useGrid.ts';

interface TypingProps {
  readonly grid: Sheet;
  readonly label: string;
}

/** The input over a cell that is being typed into. What is neither word nor version is not stored. */
export function Typing({ grid, label }: TypingProps): ReactNode {
  const texts = useFeatureTexts();
  const typed = grid.typed ?? '';
  const value = parseValue(typed);
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys of the grid are not those of a text.
    event.stopPropagation();
    const { key } = event;
    if (event.nativeEvent.isComposing || !['Escape', 'Enter', 'Tab'].includes(key)) return;
    event.preventDefault();
    if (key === 'Escape') grid.stay();
    else if (value !== undefined) {
      const everywhere = event.ctrlKey || event.metaKey;
      grid.store(value, everywhere);
      if (everywhere) grid.stay();
      else if (key === 'Tab') grid.leave(0, event.shiftKey ? -1 : 1);
      else grid.leave(event.shiftKey ? -1 : 1, 0);
    }
  };
  return (
    <input
      type="text"
      className="fm-input"
      // The cell that had the focus opened it.
      autoFocus
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={value === undefined ? true : undefined}
      title={value === undefined ? texts('unreadable', { value: typed }) : undefined}
      value={typed}
      onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
      onChange={(event) => grid.type(event.target.value)}
      onBlur={() => {
        if (value !== undefined) grid.store(value, false);
        grid.type(undefined);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

const signOf = (value: Value): string => {
  if (value.state === featureStates.fromVersion) return valueText(value);
  return value.state === featureStates.on ? '✓' : '–';
};

interface CellProps {
  readonly feature: MatrixFeature;
  readonly model: MatrixModel;
  /** `row.column`, from 0. */
  readonly place: string;
  readonly state: number;
  readonly minEcuVersion: string | null;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isDefault: boolean;
  readonly isEdited: boolean;
  /** What somebody else has saved while this was edited. */
  readonly theirs: string | undefined;
  readonly children?: ReactNode;
}

/** What a model makes of a feature. There are thousands: a cell is drawn again only if it changes, and the grid hears its events. */
export const Cell = memo(function Cell({
  feature,
  model,
  place,
  state,
  minEcuVersion,
  isActive,
  isSelected,
  isDefault,
  isEdited,
  theirs,
  children,
}: CellProps): ReactNode {
  const texts = useFeatureTexts();
  const wordOf = useValueWord();
  const value = { state, minEcuVersion };
  return (
    <td
      tabIndex={isActive ? 0 : -1}
      data-cell={place}
      data-state={state}
      data-default={isDefault ? 'true' : undefined}
      data-edited={isEdited ? 'true' : undefined}
      data-conflict={theirs === undefined ? undefined : 'true'}
      aria-selected={isSelected}
      aria-label={texts('cell', { feature: feature.name, model: model.name, value: wordOf(value) })}
      title={theirs === undefined ? (isDefault ? texts('byDefault') : undefined) : texts('theirs', { value: theirs })}
    >
      {children ?? <span aria-hidden="true">{signOf(value)}</span>}
    </td>
  );
});
