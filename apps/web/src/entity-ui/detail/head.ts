import type { ComponentType, ReactNode } from 'react';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import type { RouteName } from '@wheelhouse/entities/routes';
import type { KnownPath } from '../../api/paths.ts';
import type { Text } from '../../i18n/lang.ts';
import type { EntityRow } from '../model.ts';

/** Something one looks for first, with its label. */
export interface HeadFact<Shown = EntityRow> {
  readonly key: string;
  readonly label: Text;
  readonly component: ComponentType<{ readonly row: Shown }>;
}

/** Records of another list that belong to this one. The number and the list that it leads to follow from one query. */
export interface HeadCount<Shown = EntityRow> {
  readonly key: string;
  readonly label: Text;
  /** Base path of that list's calls. */
  readonly base: KnownPath;
  /** The page of that list, which is opened with the query as its filters. */
  readonly page: RouteName;
  readonly code: FunctionCode;
  /** `field.operator` → value, as in addresses; undefined: this record can have none. */
  readonly query: (row: Shown) => Readonly<Record<string, string>> | undefined;
}

/** A way to another page. It is always in view; where it cannot be taken, it says why. */
export interface HeadAction {
  readonly key: string;
  readonly label: Text;
  readonly icon: ReactNode;
  readonly href: string;
  /** Function codes that it takes: all of them. */
  readonly code: FunctionCode | readonly FunctionCode[];
  readonly primary?: boolean;
  /** Why it is not possible now. */
  readonly refusal?: Text | undefined;
}

/** What one looks for when a record is opened: stands above its tabs, whichever is shown. Every part is optional. */
export interface HeadDef<Shown = EntityRow> {
  /** Under the title: what it is, in a line. */
  readonly line?: ComponentType<{ readonly row: Shown }>;
  readonly facts?: readonly HeadFact<Shown>[];
  /** One sentence under the facts: how old what they show is. */
  readonly age?: ComponentType<{ readonly row: Shown }>;
  readonly counts?: readonly HeadCount<Shown>[];
  /** A hook. */
  readonly useActions?: (row: Shown) => readonly HeadAction[];
}
