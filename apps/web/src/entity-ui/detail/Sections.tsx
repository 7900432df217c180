import type { ReactNode } from 'react';
import { isDerived, labelOf, shownAs, type EntityDef } from '@wheelhouse/entities';
import { usePick } from '../../i18n/lang.ts';
import { cellOf, type EntityUi } from '../override.ts';
import { DescriptionList, Section } from '../../ui/Layout.tsx';
import { FieldValue } from '../cells/index.tsx';
import { emptyText, isEmpty, type EntityRow } from '../model.ts';
import { useDetailTexts } from './texts.ts';
import { Approvals, hasApprovals } from './Approvals.tsx';

interface ShownSection {
  readonly title: { readonly zh: string; readonly en: string } | undefined;
  readonly names: readonly string[];
}

const trace = ['createTime', 'createBy', 'updateTime', 'updateBy'] as const;

/** Sections of a detail: its own, else those of the form with the read-only fields after them. */
export function detailSections(entity: EntityDef): readonly ShownSection[] {
  if (entity.detail !== undefined) return entity.detail.map(({ title, fields }) => ({ title, names: fields }));
  const form = (entity.form ?? []).map(({ title, fields }) => ({ title, names: fields }));
  const mentioned = new Set(form.flatMap((section) => section.names));
  const others = Object.entries(entity.fields)
    .filter(
      ([name, field]) => !mentioned.has(name) && (form.length === 0 || isDerived(field) || field.readonly === true),
    )
    .map(([name]) => name);
  return [
    ...form,
    { title: form.length === 0 ? undefined : { zh: '状态', en: 'Status' }, names: [...others, ...trace] },
  ];
}

const wideKinds: ReadonlySet<string> = new Set([
  'longText',
  'richText',
  'image',
  'images',
  'files',
  'json',
  'rows',
  'video',
  'tags',
]);

/** Neither a value, nor a cell of its own, nor words for none: a dash. */
const saysNothing = (entity: EntityDef, name: string, row: EntityRow, override: EntityUi['override']): boolean =>
  isEmpty(row[name]) && cellOf(override, name) === undefined && emptyText(shownAs(entity, name), row) === undefined;

/** Every field of a record that the user may see, in its sections. A condition that hides a field in the form hides it here. */
export function RecordSections({
  entity,
  override,
  row,
  filled = false,
}: EntityUi & {
  readonly row: EntityRow;
  /** Leaves out what has no value. */
  readonly filled?: boolean;
}): ReactNode {
  const pick = usePick();
  const texts = useDetailTexts();
  const sections = detailSections(entity).map((section, at) => {
    const names = section.names.filter(
      (name) => name in row && entity.fields[name]?.visible?.(row) !== false && !(filled && isEmpty(row[name])),
    );
    if (names.length === 0) return null;
    return (
      <Section key={at} title={section.title === undefined ? texts('overview') : pick(section.title)}>
        <DescriptionList
          items={names.map((name) => ({
            key: name,
            label: pick(labelOf(entity, name)),
            value: saysNothing(entity, name, row, override) ? null : (
              <FieldValue entity={entity} name={name} row={row} place="detail" as={cellOf(override, name)} />
            ),
            wide: wideKinds.has(shownAs(entity, name).kind),
          }))}
        />
      </Section>
    );
  });
  return (
    <>
      {sections}
      {hasApprovals(entity, row) ? <Approvals entity={entity} row={row} /> : null}
    </>
  );
}
