import type {
  FeatureCell,
  FeatureChange,
  MatrixFeature,
  MatrixModel,
} from '@wheelhouse/contract/calls/content/content';
import { ecuVersionPattern, featureStates } from '@wheelhouse/entities/content/functional-feature';

/** What a cell says. */
export interface Value {
  readonly state: number;
  readonly minEcuVersion: string | null;
}

/** A cell that was edited, and the revision on which that is based: 0 where there was no cell. */
export interface Edit extends Value {
  readonly featureCode: string;
  readonly vehicleTypeId: string;
  readonly rev: number;
}

export interface CellEdit {
  readonly feature: MatrixFeature;
  readonly model: MatrixModel;
  readonly value: Value;
}

export type Draft = ReadonlyMap<string, Edit>;
export type Cells = ReadonlyMap<string, FeatureCell>;

/** The matrix as the server answers it. */
interface Stored {
  readonly features: readonly MatrixFeature[];
  readonly models: readonly MatrixModel[];
  readonly cells: readonly FeatureCell[];
}

export interface Place {
  readonly row: number;
  readonly column: number;
}

export const on: Value = { state: featureStates.on, minEcuVersion: null };
export const off: Value = { state: featureStates.off, minEcuVersion: null };

export const cellKey = (featureCode: string, vehicleTypeId: string): string => `${featureCode}/${vehicleTypeId}`;
export const cellsOf = (cells: readonly FeatureCell[]): Cells =>
  new Map(cells.map((cell) => [cellKey(cell.featureCode, cell.vehicleTypeId), cell]));

export const isSame = (one: Value, other: Value): boolean =>
  one.state === other.state && one.minEcuVersion === other.minEcuVersion;

/** What is stored, or else what the feature is by default. */
export function storedValue(cells: Cells, feature: MatrixFeature, model: MatrixModel): Value {
  const cell = cells.get(cellKey(feature.featureCode, model.id));
  if (cell !== undefined) return { state: cell.state, minEcuVersion: cell.minEcuVersion };
  return feature.defaultOn === 1 ? on : off;
}

/** As a spreadsheet has it: 1, 0 or a version. */
export const valueText = ({ state, minEcuVersion }: Value): string =>
  state === featureStates.fromVersion ? `≥${minEcuVersion}` : String(state);

const words: ReadonlyMap<string, Value> = new Map([
  ...['1', 'on', 'yes', 'y', 'true', '开', '开启', '是', '✓', '√'].map((word) => [word, on] as const),
  ...['', '0', 'off', 'no', 'n', 'false', '关', '关闭', '否', '-', '–', '×'].map((word) => [word, off] as const),
]);

/** Reads what was typed or pasted: a word for on or off, or a version, which has a dot or stands after ≥. Undefined: neither. */
export function parseValue(text: string): Value | undefined {
  const typed = text.trim().toLowerCase();
  const word = words.get(typed);
  if (word !== undefined) return word;
  const version = typed.replace(/^(?:≥|>=)\s*/, '').replace(/^v/, '');
  const isVersion = ecuVersionPattern.test(version) && (version.includes('.') || version !== typed);
  return isVersion ? { state: featureStates.fromVersion, minEcuVersion: version } : undefined;
}

/** A draft with cells changed; what is as stored is no edit. */
export function withEdits(draft: Draft, cells: Cells, edits: readonly CellEdit[]): Draft {
  const next = new Map(draft);
  for (const { feature, model, value } of edits) {
    const key = cellKey(feature.featureCode, model.id);
    const rev = draft.get(key)?.rev ?? cells.get(key)?.rev ?? 0;
    if (isSame(value, storedValue(cells, feature, model))) next.delete(key);
    else
      next.set(key, {
        state: value.state,
        minEcuVersion: value.minEcuVersion,
        featureCode: feature.featureCode,
        vehicleTypeId: model.id,
        rev,
      });
  }
  return next;
}

const isStored = (key: string, edit: Edit, cells: Cells): boolean => {
  const cell = cells.get(key);
  return cell !== undefined && isSame(cell, edit);
};

/** Cells that were edited here and saved by somebody else meanwhile, with another value. */
export const conflictsOf = (draft: Draft, cells: Cells): readonly string[] =>
  [...draft]
    .filter(([key, edit]) => (cells.get(key)?.rev ?? 0) !== edit.rev && !isStored(key, edit, cells))
    .map(([key]) => key);

/** Mine stays, now based on what is stored; or theirs does, and the edit is gone. */
export function resolve(draft: Draft, cells: Cells, keep: 'mine' | 'theirs'): Draft {
  const conflicts = new Set(conflictsOf(draft, cells));
  return new Map(
    [...draft].flatMap(([key, edit]): [string, Edit][] => {
      if (!conflicts.has(key)) return [[key, edit]];
      return keep === 'mine' ? [[key, { ...edit, rev: cells.get(key)?.rev ?? 0 }]] : [];
    }),
  );
}

/** Edits that are still to be saved: they differ from what is stored, and their feature and model are still there. */
export function unsaved(draft: Draft, { features, models, cells }: Stored): Draft {
  const stored = cellsOf(cells);
  const codes = new Set(features.map(({ featureCode }) => featureCode));
  const ids = new Set(models.map(({ id }) => id));
  return new Map(
    [...draft].filter(
      ([key, edit]) => codes.has(edit.featureCode) && ids.has(edit.vehicleTypeId) && !isStored(key, edit, stored),
    ),
  );
}

/** What is to be saved: edits that somebody else has saved likewise are not. */
export const changesOf = (draft: Draft, cells: Cells): readonly FeatureChange[] =>
  [...draft]
    .filter(([key, edit]) => !isStored(key, edit, cells))
    .map(([, { minEcuVersion, ...edit }]) => ({ ...edit, ...(minEcuVersion !== null && { minEcuVersion }) }));
