import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { useRef, type MouseEvent, type ReactNode } from 'react';
import { useDictLookup } from '../../../reference/reference.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Cell, Typing } from './Cell.tsx';
import { cellKey, off, on, storedValue, type Place } from './model.ts';
import { useFeatureTexts, useValueWord } from './texts.ts';
import { useGrid, type GridProps, type Sheet } from './useGrid.ts';
import type { MatrixHandle } from './useMatrix.ts';

/** What the keys do, for hands without them. */
function Tools({ matrix, grid }: { readonly matrix: MatrixHandle; readonly grid: Sheet }): ReactNode {
  const texts = useFeatureTexts();
  const then = (act: () => void) => () => {
    act();
    grid.stay();
  };
  return (
    <div role="group" aria-label={texts('tools')} className="fm-tools">
      <Button size="small" onClick={then(() => grid.fill(on))}>
        {texts('on')}
      </Button>
      <Button size="small" onClick={then(() => grid.fill(off))}>
        {texts('off')}
      </Button>
      <Button size="small" onClick={() => grid.type('≥')}>
        {texts('fromVersion')}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<UndoOutlined />}
        aria-label={texts('undo')}
        disabled={!matrix.canUndo}
        onClick={then(matrix.undo)}
      />
      <Button
        size="small"
        type="text"
        icon={<RedoOutlined />}
        aria-label={texts('redo')}
        disabled={!matrix.canRedo}
        onClick={then(matrix.redo)}
      />
      <span className="wh-faint fm-hint">{texts('hint')}</span>
    </div>
  );
}

/** The cell that an event is in, by what it says of its place. */
function placeOf({ target }: MouseEvent): Place | undefined {
  if (!(target instanceof Element) || target instanceof HTMLInputElement) return undefined;
  const [row, column] = target.closest('[data-cell]')?.getAttribute('data-cell')?.split('.').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** Selecting by the mouse: a click, with Shift up to there, a drag; a double click types. */
function mouseOf(grid: Sheet, type: () => void) {
  return {
    onMouseDown: (event: MouseEvent): void => {
      const at = placeOf(event);
      if (at === undefined) return;
      event.preventDefault();
      // What is being typed elsewhere is stored as its cell is left.
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
      grid.choose(at, event.shiftKey);
    },
    onMouseOver: (event: MouseEvent): void => {
      if (event.buttons !== 1 || grid.typed !== undefined) return;
      const at = placeOf(event);
      if (at !== undefined) grid.choose(at, true);
    },
    onDoubleClick: (event: MouseEvent): void => {
      if (placeOf(event) !== undefined) type();
    },
  };
}

function Head({ models }: Pick<GridProps, 'models'>): ReactNode {
  const texts = useFeatureTexts();
  return (
    <thead>
      <tr>
        <th scope="col">{texts('feature')}</th>
        {models.map((model) => (
          <th key={model.id} scope="col" title={`${model.seriesName} / ${model.code}`}>
            {model.name}
            <span className="wh-faint wh-num">{texts('vehicles', { n: formatNumber(model.vehicleCount) })}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The cells of a feature. */
function Cells({
  matrix,
  models,
  feature,
  row,
  grid,
}: Pick<GridProps, 'matrix' | 'models'> & {
  readonly feature: GridProps['features'][number];
  readonly row: number;
  readonly grid: Sheet;
}): ReactNode {
  const texts = useFeatureTexts();
  const wordOf = useValueWord();
  const { active, area, typed } = grid;
  return models.map((model, column) => {
    const key = cellKey(feature.featureCode, model.id);
    const value = matrix.valueOf(feature, model);
    const isActive = active.row === row && active.column === column;
    const isEdited = matrix.draft.has(key);
    return (
      <Cell
        key={model.id}
        feature={feature}
        model={model}
        place={`${row}.${column}`}
        state={value.state}
        minEcuVersion={value.minEcuVersion}
        isActive={isActive}
        isSelected={
          row >= area.from.row && row <= area.to.row && column >= area.from.column && column <= area.to.column
        }
        isDefault={!isEdited && !matrix.cells.has(key)}
        isEdited={isEdited}
        theirs={matrix.conflicts.has(key) ? wordOf(storedValue(matrix.cells, feature, model)) : undefined}
      >
        {isActive && typed !== undefined ? (
          <Typing grid={grid} label={texts('cell', { feature: feature.name, model: model.name, value: typed })} />
        ) : undefined}
      </Cell>
    );
  });
}

/** Features by models as a spreadsheet. */
export function Grid(props: GridProps): ReactNode {
  const { matrix, features, models, canEdit } = props;
  const texts = useFeatureTexts();
  const lookup = useDictLookup();
  const body = useRef<HTMLTableElement>(null);
  const grid = useGrid(props, body);
  const mouse = mouseOf(grid, () => {
    if (canEdit) grid.type(grid.textAt());
  });
  return (
    <>
      {canEdit ? <Tools matrix={matrix} grid={grid} /> : null}
      <div className="fm-box">
        <table
          ref={body}
          role="grid"
          aria-label={texts('grid')}
          aria-multiselectable="true"
          aria-readonly={!canEdit}
          className="fm-grid"
          onKeyDown={grid.onKeyDown}
          onCopy={grid.onCopy}
          onPaste={grid.onPaste}
          {...mouse}
        >
          <Head models={models} />
          <tbody>
            {features.map((feature, row) => (
              <tr key={feature.id} data-disabled={feature.enabled === 0 ? 'true' : undefined}>
                <th scope="row" title={feature.name}>
                  {feature.name}
                  <span className="wh-faint">
                    {feature.featureCode} · {lookup('FeatureGroup', feature.groupName)?.name ?? feature.groupName}
                    {feature.enabled === 0 ? ` · ${texts('disabled')}` : ''}
                  </span>
                </th>
                <Cells matrix={matrix} models={models} feature={feature} row={row} grid={grid} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
