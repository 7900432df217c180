import type { Text } from '@wheelhouse/contract';
import { labelOf, type EntityDef } from '@wheelhouse/entities';
import type { FilterSpec } from '../query-state.ts';

const period: Text = { zh: '时间段', en: 'Period' };

/** The name of a filter: of its field, or of the period that two fields make. */
export const filterLabel = (entity: EntityDef, { name, until }: FilterSpec): Text =>
  until === undefined ? labelOf(entity, name) : period;
