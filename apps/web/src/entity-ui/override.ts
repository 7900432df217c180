import type { ComponentType, ReactNode } from 'react';
import type { EntityDef, Row } from '@wheelhouse/entities';
import type { entities, EntityName } from '@wheelhouse/entities/registry';
import type { Text } from '../i18n/lang.ts';
import type { Cell } from './cells/types.ts';
import type { Filter } from './filters/types.ts';
import type { Input } from './inputs/types.ts';
import type { EntityRow } from './model.ts';

export interface AddedProps {
  /** Answer of the add call. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** What the form held. */
  readonly values: Row;
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

export interface DetailTab {
  readonly key: string;
  readonly label: Text;
  /** Function code, or any of several, without which the tab is not shown. */
  readonly code?: string | readonly string[];
  /** Rendered when first opened. */
  readonly component: ComponentType<{ readonly row: EntityRow }>;
}

/**
 * What an entity's pages do differently from what its kinds of fields give. Every part is optional; names are checked
 * against the entity's own fields.
 */
export interface Override<Name extends string = string> {
  readonly entity: EntityName;
  readonly cell?: Readonly<Partial<Record<Name, Cell>>>;
  readonly input?: Readonly<Partial<Record<Name, Input>>>;
  readonly filter?: Readonly<Partial<Record<Name, Filter>>>;
  /** Under the title of the list page: ways to its other parts, or what is to be known about them. */
  readonly nav?: ComponentType;
  /** Buttons of the list page, before those of the definition. */
  readonly actions?: ComponentType;
  /** A dialog after a record was added and before its form is left: what the answer says this once. */
  readonly added?: ComponentType<AddedProps>;
  /** Ways to see the list beside the table. */
  readonly views?: readonly ListView[];
  /** Beside the title of a detail: facts at a glance. */
  readonly facts?: ComponentType<{ readonly row: EntityRow }>;
  /** Before the sections of the first tab. */
  readonly lead?: ComponentType<{ readonly row: EntityRow }>;
  /** After the tab with the sections. */
  readonly tabs?: readonly DetailTab[];
  /** Tabs before the one with the sections. */
  readonly tabsBefore?: readonly DetailTab[];
  /** More buttons of a list row or detail, e.g. ways to other pages with the record filled in. */
  readonly links?: (row: Row) => readonly RecordPage[];
}

/** A page that a record can be taken to. */
export interface RecordPage {
  readonly label: Text;
  readonly icon?: ReactNode;
  readonly href: string;
  readonly code: string;
}

type FieldNames<Name extends EntityName> = keyof (typeof entities)[Name]['fields'] & string;

/** The override of one entity. */
export type OverrideOf<Name extends EntityName> = Override & { readonly entity: Name };

/** States an override; names of fields that the entity does not have do not compile. */
export const defineOverride = <Name extends EntityName>(
  entity: Name,
  parts: Omit<Override<FieldNames<Name>>, 'entity'>,
): OverrideOf<Name> => ({ entity, ...parts });

export const cellOf = (override: Override | undefined, name: string): Cell | undefined => override?.cell?.[name];
export const filterOf = (override: Override | undefined, name: string): Filter | undefined => override?.filter?.[name];
export const inputOf = (override: Override | undefined, name: string): Input | undefined => override?.input?.[name];

/** A definition with what its pages do differently. */
export interface EntityUi {
  readonly entity: EntityDef;
  readonly override?: Override | undefined;
}
