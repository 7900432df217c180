import type { FieldChange } from '@wheelhouse/contract/calls/access/logs';
import type { ReactNode } from 'react';
import { entityOf, shownAs, type EntityDef } from '@wheelhouse/entities';
import { useEntityTexts } from '../../../entity-ui/texts.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useValueText } from '../../../entity-ui/value-text.ts';
import { useLang } from '../../../i18n/lang.ts';
import { none } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import type { RowMore } from '../../../ui/table/DataTable.tsx';
import type { OperationEntry } from './columns.tsx';
import { useLogTexts } from './texts.ts';

const TextChanges = part(async () => ({
  default: (await import('../../../entity-ui/detail/VersionChanges.tsx')).TextChanges,
}));

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** What an entry of the operation log unfolds: the fields that it changed. */
export function useShownChanges(): (entry: OperationEntry) => RowMore | undefined {
  const texts = useLogTexts();
  return ({ entity, changes }) =>
    changes.length === 0
      ? undefined
      : {
          label: texts('showChanges', { n: changes.length }),
          content: <Changes entityName={entity} changes={changes} />,
        };
}

/** Before → after of every field an operation changed; of formatted texts what differs, as people read it. */
export function Changes({
  entityName,
  changes,
}: {
  readonly entityName: string | null;
  readonly changes: readonly FieldChange[];
}): ReactNode {
  const lang = useLang();
  const texts = useEntityTexts();
  const valueText = useValueText();
  const entity: EntityDef | undefined = entityName === null ? undefined : entityOf(entityName);
  const text = (change: FieldChange, side: 'before' | 'after'): string => {
    const value = change[side];
    if (value === null || value === undefined) return none;
    if (entity?.fields[change.field] !== undefined) return valueText(shownAs(entity, change.field), value);
    return isPlain(value) ? String(value) : JSON.stringify(value);
  };
  const isRich = ({ field }: FieldChange): boolean =>
    entity?.fields[field] !== undefined && shownAs(entity, field)?.kind === 'richText';
  return (
    <dl className="eu-diff sm-log-diff">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{lang === 'en' ? change.labelEn : change.label}</dt>
          {isRich(change) ? (
            <dd className="eu-version-changes">
              <TextChanges rich before={textOf(change.before)} after={textOf(change.after)} />
            </dd>
          ) : (
            <dd>
              <del aria-label={texts('before')}>{text(change, 'before')}</del>
              <span aria-hidden="true">→</span>
              <ins aria-label={texts('after')}>{text(change, 'after')}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
