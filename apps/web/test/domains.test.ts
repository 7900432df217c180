import { commonMachines } from '@wheelhouse/entities/machines/common';
import { entities, plain, shownAs } from '@wheelhouse/entities/registry';
import { expect, test } from 'vitest';
import { knownTo } from '../build/domains.ts';

const machineTables = import.meta.glob<Readonly<Record<string, object>>>(
  '../../../packages/entities/src/machines/*.ts',
);
const all = Object.values(entities).map(plain);

test.each(all.map((entity) => [entity.name, entity] as const))(
  '%s finds in its domain all that it names',
  async (_, entity) => {
    const { labels, entities: shown } = knownTo(entity.domain);
    for (const [name, field] of Object.entries(entity.fields)) {
      const via = field.kind === 'lookup' ? entity.fields[field.via] : undefined;
      const target = field.kind === 'joined' ? field.of : via?.kind === 'ref' ? via.to : undefined;
      const of = target === undefined || !('field' in field) ? undefined : shown[target]?.fields[field.field];
      if (target !== undefined) expect(of?.kind, name).toBe(shownAs(entity, name).kind);
      expect(field.label ?? labels[name] ?? of?.label, name).toBeDefined();
    }
    const tables = machineTables[`../../../packages/entities/src/machines/${entity.domain}.ts`];
    const machines = [commonMachines, ...Object.values((await tables?.()) ?? {})].flatMap((table) =>
      Object.keys(table),
    );
    for (const machine of Object.values(entity.machines ?? {})) expect(machines).toContain(machine);
  },
);
