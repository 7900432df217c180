import { entities, plain } from '@wheelhouse/entities/registry';
import { expect, test } from 'vitest';

/** What actions ask for, with the definition it is asked for. */
const inputs = Object.values(entities)
  .map(plain)
  .flatMap((entity) =>
    Object.entries(entity.actions ?? {}).flatMap(([action, { input = {} }]) =>
      Object.entries(input).map(([name, field]) => ({
        where: `${entity.name}.${action}.${name}`,
        name,
        field,
        isStored: Object.hasOwn(entity.fields, name),
      })),
    ),
  );
const listed = (some: typeof inputs): readonly string[] => some.map(({ where }) => where);

test('what an action asks as its reason is in the log: as a field that changed, or by itself', () => {
  const reasons = inputs.filter(({ name }) => /reason|remark|workOrder/i.test(name));
  expect(reasons.length).toBeGreaterThan(60);
  expect(listed(reasons.filter(({ field, isStored }) => !isStored && field.logged !== true))).toEqual([]);
});

test('codes that prove something and private values are in no log', () => {
  const secret = inputs.filter(
    ({ name, field }) => field.kind === 'private' || /(?<!reason)code$|password/i.test(name),
  );
  expect(listed(secret.filter(({ field }) => field.logged === true))).toEqual([]);
});
