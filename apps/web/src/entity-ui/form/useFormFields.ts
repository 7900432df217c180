import { Form, type FormInstance } from 'antd';
import { labelOf, type Row, type StoredField } from '@wheelhouse/entities';
import { lockedInUse } from '@wheelhouse/entities/in-use';
import { usePick } from '../../i18n/lang.ts';
import { useCan } from '../../session/session.ts';
import { inputOf, type EntityUi } from '../override.ts';
import { useFormTexts } from './texts.ts';
import { formSections, writable } from './changes.ts';
import type { FormField } from './FieldItems.tsx';

export interface ShownSection {
  readonly title: string | undefined;
  readonly fields: readonly FormField[];
}

/** Sections and fields of a form as they are now: conditions, rights and what is fixed taken into account. */
export function useFormFields(
  { entity, override }: EntityUi,
  form: FormInstance<Row>,
  stored: Row | undefined,
): { sections: readonly ShownSection[]; names: readonly string[]; hidden: readonly string[] } {
  const pick = usePick();
  const can = useCan();
  const texts = useFormTexts();
  const sections = formSections(entity);
  const allowed = sections.map((section) =>
    section.names.filter((name) => {
      const field = writable(entity, name);
      return field !== undefined && (field.right === undefined || can(field.right));
    }),
  );
  const names = allowed.flat();
  const conditional = names.filter((name) => writable(entity, name)?.visible !== undefined);
  // Renders again only when a condition turns, not with every letter.
  const hiddenKey: unknown = Form.useWatch(
    (values: Row) =>
      conditional.filter((name) => writable(entity, name)?.visible?.({ ...stored, ...values }) === false).join(),
    { form, preserve: true },
  );
  const hidden =
    typeof hiddenKey === 'string'
      ? hiddenKey.split(',').filter(Boolean)
      : conditional.filter((name) => writable(entity, name)?.visible?.(stored ?? {}) === false);

  const lockedBy = (name: string, field: StoredField): string | undefined => {
    if (stored === undefined) return undefined;
    if (entity.machines?.[name] !== undefined) return texts('stateField');
    if (field.fixed === true) return texts('fixedField');
    if (typeof field.fixed === 'function' && field.fixed(stored)) return texts('fixedNow');
    const reason = lockedInUse(entity, name, field, stored);
    return reason && pick(reason);
  };

  const shown = sections.map((section, at) => ({
    title: section.title === undefined ? undefined : pick(section.title),
    fields: (allowed[at] ?? []).flatMap((name): FormField[] => {
      const field = writable(entity, name);
      if (field === undefined || hidden.includes(name)) return [];
      return [
        {
          name,
          field,
          label: pick(labelOf(entity, name)),
          help: field.help === undefined ? undefined : pick(field.help),
          locked: lockedBy(name, field),
          as: inputOf(override, name),
        },
      ];
    }),
  }));
  return { sections: shown, names, hidden };
}
