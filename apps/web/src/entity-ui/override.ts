import type { ComponentType, ReactNode } from 'react';
import type { Added } from '@wheelhouse/contract/calls/kit';
import type { EntityDef, Row } from '@wheelhouse/entities';
import type { entities, EntityName } from '@wheelhouse/entities/registry';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import type { Text } from '../i18n/lang.ts';
import type { Cell, CellProps } from './cells/types.ts';
import type { HeadDef } from './detail/head.ts';
import type { Filter } from './filters/types.ts';
import type { Input } from './inputs/types.ts';
import type { EntityRow } from './model.ts';

export interface AddedProps<Shown = Row> {
  readonly answer: Added;
  /** What the form held. */
  readonly values: Partial<Shown>;
  readonly onClose: () => void;
}

/** Another way to look at the rows a list's filters choose (a map, a grid). */
export interface ListView {
  readonly key: string;
  readonly label: Text;
  readonly icon: ReactNode;
  /** Gets the wire query of the list. A lazy component, so that a table does not load a map. */
  readonly component: ComponentType<{ readonly query: Readonly<Record<string, unknown>> }>;
}

export interface DetailTab<Shown = EntityRow> {
  readonly key: string;
  readonly label: Text;
  /** Function code, or any of several, without which the tab is not shown. */
  readonly code?: string | readonly string[];
  /** Rendered when first opened. */
  readonly component: ComponentType<{ readonly row: Shown }>;
}

/**
 * What an entity's pages do differently from what its kinds of fields give. Every part is optional. `defineOverride` checks names against the
 * entity's own fields and types its rows: `Shown` is a record of its detail, `Listed` one that may come from a list.
 */
export interface Override<
  Name extends string = string,
  Shown = EntityRow,
  Listed = EntityRow,
  Cells = Readonly<Partial<Record<Name, Cell>>>,
> {
  readonly entity: EntityName;
  readonly cell?: Cells;
  readonly input?: Readonly<Partial<Record<Name, Input>>>;
  readonly filter?: Readonly<Partial<Record<Name, Filter>>>;
  /** Under the fields of a form's section, by one of them: a picture of what they say, which reads the form it stands in. */
  readonly below?: Readonly<Partial<Record<Name, ComponentType<BelowProps>>>>;
  /** Which of several lists of its page is this entity's, `?view=` in the address: its forms lead back there. */
  readonly view?: string;
  /** Under the title of the list page: ways to its other parts, or what is to be known about them. It gets the wire query of the list. */
  readonly nav?: ComponentType<{ readonly query: Readonly<Record<string, unknown>> }>;
  /** Buttons of the list page, before those of the definition. */
  readonly actions?: ComponentType;
  /** What adding a record is called, where it is not simply added. */
  readonly add?: Text;
  /** A dialog after a record was added and before its form is left: what the answer says this once. */
  readonly added?: ComponentType<AddedProps<Shown>>;
  /** Ways to see the list beside the table. */
  readonly views?: readonly ListView[];
  /**
   * Beside the form of its add and edit pages: what the values entered so far come to.
   * @for what a form comes to, beside it: a message on a phone is `PhonePreview` (`entity-ui/preview`), other screens of the app `PhoneScreens`:
   * `domains/content/theme/ThemePreview.tsx`
   */
  readonly aside?: ComponentType<{ readonly values: Row }>;
  /** In the question before an action, by the action's key (`enable1`: the switch to state 1): what it would do. */
  readonly asks?: Readonly<Record<string, ComponentType<AskProps>>>;
  /** Inputs in the forms of actions, by the action's key and the field. */
  readonly actionInputs?: Readonly<Record<string, Readonly<Record<string, Input>>>>;
  /**
   * What the form of an action on one record begins with beside its defaults, by the action's key.
   * @for an action's form that begins with values of its record: `domains/sim/simCard.override.tsx`
   */
  readonly starts?: Readonly<Record<string, (row: Listed) => Row | Promise<Row>>>;
  /** What one looks for when a record is opened, above the tabs of its page. */
  readonly head?: HeadDef<Shown>;
  /** Before the sections of the first tab. */
  readonly lead?: ComponentType<{ readonly row: Shown }>;
  /** After the tab with the sections. */
  readonly tabs?: readonly DetailTab<Shown>[];
  /** Order of all tabs by their keys, where it is another; those not named follow. The first few are in view, the others in a menu. */
  readonly tabOrder?: readonly string[];
  /** More buttons of a list row or detail, e.g. ways to other pages with the record filled in. */
  readonly links?: (row: Listed) => readonly RecordPage[];
}

/** What stands under a form's fields gets the record that is edited; a new one has none. */
export interface BelowProps {
  readonly stored?: EntityRow | undefined;
}

/** What stands in a question gets the records that the action is for. */
export interface AskProps {
  readonly ids: readonly string[];
}

/** A page that a record can be taken to. */
export interface RecordPage {
  readonly label: Text;
  readonly icon?: ReactNode;
  readonly href: string;
  /** Function codes that it takes: all of them. */
  readonly code: string | readonly string[];
  /** What usually comes next: a button of the detail, not an entry of its menu. */
  readonly next?: boolean;
}

type FieldNames<Name extends EntityName> = keyof (typeof entities)[Name]['fields'] & string;

/** What a cell of one entity gets: of a list's row, any field but `id` may be absent. */
export interface CellPropsOf<Name extends EntityName, Value = unknown> extends Omit<CellProps, 'row' | 'value'> {
  readonly row: ListRowOf<Name>;
  readonly value: Value;
}

type CellsOf<Name extends EntityName> = {
  readonly [K in FieldNames<Name>]?: ComponentType<CellPropsOf<Name, ListRowOf<Name>[K & keyof ListRowOf<Name>]>>;
};

/** The override of one entity. */
export type OverrideOf<Name extends EntityName> = Override & { readonly entity: Name };

/** States an override; fields that the entity does not have do not compile, neither as names nor in its rows. */
export function defineOverride<Name extends EntityName>(
  entity: Name,
  parts: Omit<Override<FieldNames<Name>, RowOf<Name>, ListRowOf<Name>, CellsOf<Name>>, 'entity'>,
): OverrideOf<Name>;
// Kept without the entity's types: the engine hands each part rows of its own entity.
export function defineOverride(entity: EntityName, parts: Omit<Override, 'entity'>): Override {
  return { entity, ...parts };
}

export const cellOf = (override: Override | undefined, name: string): Cell | undefined => override?.cell?.[name];
export const filterOf = (override: Override | undefined, name: string): Filter | undefined => override?.filter?.[name];
export const inputOf = (override: Override | undefined, name: string): Input | undefined => override?.input?.[name];

/** A definition with what its pages do differently. */
export interface EntityUi {
  readonly entity: EntityDef;
  readonly override?: Override | undefined;
}
