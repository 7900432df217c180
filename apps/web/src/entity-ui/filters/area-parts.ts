import { shownAs, type EntityDef } from '@wheelhouse/entities';
import { filtersOf } from '../query-state.ts';

export interface AreaPart {
  readonly name: string;
  readonly level: 1 | 2 | 3;
}

/** The entity's area filters, province first: they are one cascade. */
export function areaParts(entity: EntityDef): readonly AreaPart[] {
  return filtersOf(entity)
    .flatMap(({ name }) => {
      const field = shownAs(entity, name);
      return field.kind === 'area' ? [{ name, level: field.level }] : [];
    })
    .sort((a, b) => a.level - b.level);
}
