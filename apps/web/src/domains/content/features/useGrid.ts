import type { MatrixFeature, MatrixModel } from '@wheelhouse/contract/calls/content/content';
import { featureStates } from '@wheelhouse/entities/content/functional-feature';
import type { RefObject } from 'react';
import { parseBlock } from '../../../entity-ui/rows/block.ts';
import { notify } from '../../../lib/notify.ts';
import { off, on, parseValue, valueText, type CellEdit, type Place, type Value } from './model.ts';
import { useFeatureTexts } from './texts.ts';
import { useGridKeys, type Area, type GridHandle } from './useGridKeys.ts';
import type { MatrixHandle } from './useMatrix.ts';

export interface GridProps {
  readonly matrix: MatrixHandle;
  readonly features: readonly MatrixFeature[];
  readonly models: readonly MatrixModel[];
  readonly canEdit: boolean;
}

/** Why a block is not pasted: the text that is neither word nor version, or none where the block goes beyond the last row or column. */
interface Refusal {
  readonly text?: string;
}

/** What the clipboard brings, over the area; a single cell fills all of it. */
function pasted(
  block: readonly (readonly string[])[],
  area: Area,
  { features, models }: GridProps,
): CellEdit[] | Refusal {
  const single = block.length === 1 && block[0]?.length === 1;
  const rows = single ? area.to.row - area.from.row + 1 : block.length;
  const edits: CellEdit[] = [];
  for (let down = 0; down < rows; down++) {
    const line = single ? Array<string>(area.to.column - area.from.column + 1).fill(block[0]?.[0] ?? '') : block[down];
    for (const [right, text] of (line ?? []).entries()) {
      const feature = features[area.from.row + down];
      const model = models[area.from.column + right];
      const value = parseValue(text);
      if (value === undefined) return { text };
      if (feature === undefined || model === undefined) return {};
      edits.push({ feature, model, value });
    }
  }
  return edits;
}

/** The grid's keys, and what people do to the cells that are selected. */
export interface Sheet extends GridHandle {
  /** What the active cell says, to be typed over. */
  readonly textAt: () => string;
  readonly fill: (value: Value) => void;
  /** Stores what was typed in the active cell, or in all that are selected. */
  readonly store: (value: Value, everywhere: boolean) => void;
}

/** What keys, clipboard and tools do to the cells. */
export function useGrid(props: GridProps, body: RefObject<HTMLElement | null>): Sheet {
  const { matrix, features, models, canEdit } = props;
  const texts = useFeatureTexts();
  const over = ({ from, to }: Area): { feature: MatrixFeature; model: MatrixModel }[] =>
    features
      .slice(from.row, to.row + 1)
      .flatMap((feature) => models.slice(from.column, to.column + 1).map((model) => ({ feature, model })));
  const fill = (area: Area, value: Value): void => matrix.edit(over(area).map((cell) => ({ ...cell, value })));
  const cellText = ({ feature, model }: Pick<CellEdit, 'feature' | 'model'>): string =>
    valueText(matrix.valueOf(feature, model));
  const textAt = (at: Place): string => over({ from: at, to: at }).map(cellText).join('');
  const grid = useGridKeys(body, {
    rows: features.length,
    columns: models.length,
    canEdit,
    textAt,
    toggle: (area) => {
      // Several cells become the same: on, unless all are.
      const isOn = over(area).every(({ feature, model }) => matrix.valueOf(feature, model).state !== featureStates.off);
      fill(area, isOn ? off : on);
    },
    clear: (area) => fill(area, off),
    undo: matrix.undo,
    redo: matrix.redo,
    copy: ({ from, to }) =>
      features
        .slice(from.row, to.row + 1)
        .map((feature) =>
          models
            .slice(from.column, to.column + 1)
            .map((model) => cellText({ feature, model }))
            .join('\t'),
        )
        .join('\n'),
    paste: (area, text) => {
      const edits = pasted(parseBlock(text), area, props);
      if (Array.isArray(edits)) matrix.edit(edits);
      else notify.error(edits.text === undefined ? texts('outside') : texts('unreadable', { value: edits.text }));
    },
  });
  const { active, area } = grid;
  return {
    ...grid,
    textAt: () => textAt(active),
    fill: (value) => fill(area, value),
    store: (value, everywhere) => fill(everywhere ? area : { from: active, to: active }, value),
  };
}
