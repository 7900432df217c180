import { ruleField, type RuleField } from '@wheelhouse/entities/users/tag-rule-fields';
import type { TagRule } from '@wheelhouse/entities/users/tag-rule';
import type { RuleNames } from '@wheelhouse/entities/users/tag-rule-words';
import { useAreaName } from '../../../entity-ui/areas.ts';
import { useRefNames } from '../../../entity-ui/refs/useRefOptions.ts';
import { useDictLookup } from '../../../reference/reference.ts';

type Target = 'vehicleType' | 'vehicleSeries' | 'userTag';

const idsOf = (rule: TagRule | undefined, to: Target): readonly string[] => [
  ...new Set(
    (rule?.groups ?? []).flatMap(({ items }) =>
      items.flatMap(({ field, value }) => {
        const kind = ruleField(field).value;
        return kind.kind === 'ref' && kind.to === to && Array.isArray(value) ? value.map(String) : [];
      }),
    ),
  ),
];

/** What the codes, cities and records of a rule are called; their code while the name is not known. */
export function useRuleNames(rule: TagRule | undefined): RuleNames {
  const dict = useDictLookup();
  const area = useAreaName();
  const models = useRefNames({ entity: 'vehicleType', field: 'userTag.rule', all: true }, idsOf(rule, 'vehicleType'));
  const series = useRefNames(
    { entity: 'vehicleSeries', field: 'userTag.rule', all: true },
    idsOf(rule, 'vehicleSeries'),
  );
  const tags = useRefNames({ entity: 'userTag', field: 'userTag.rule', all: true }, idsOf(rule, 'userTag'));
  const records: Readonly<Record<Target, ReadonlyMap<string, string>>> = {
    vehicleType: models,
    vehicleSeries: series,
    userTag: tags,
  };
  return {
    nameOf({ value: kind }: RuleField, value) {
      if (kind.kind === 'dict') return dict(kind.dict, value)?.name ?? value;
      if (kind.kind === 'city') return area(value) ?? value;
      return kind.kind === 'ref' ? (records[kind.to].get(value) ?? value) : value;
    },
    partOf: ({ of }, code) => (of === undefined ? code : (dict(of, code)?.name ?? code)),
  };
}
