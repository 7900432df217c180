import type { FormInstance } from 'antd';
import type { FieldError } from '@wheelhouse/contract';
import type { Added } from '@wheelhouse/contract/calls/kit';
import { validate, type EntityDef, type Row } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { isApiError, messageOf } from '../../api/errors.ts';
import { invalidate } from '../../api/query.ts';
import { useDialogs } from '../dialogs.tsx';
import { basePath, callPath, type EntityRow } from '../model.ts';
import { addInput, updateInput } from './changes.ts';
import { fieldOf, showErrors } from './errors.ts';
import { settle } from './settle.tsx';
import type { ShownSection } from './useFormFields.ts';
import { validationContext } from './validation.ts';
import { valuesOf } from './values.ts';

const staleCode = 1005;
const revOf = ({ rev }: Row): number => Number(rev);

/** What a save has stored; nothing was sent where nothing had changed. */
interface Sent extends Added {
  readonly changed: boolean;
}

/** What would be sent, and what is wrong with it: checked as the server will check it. */
function readForm(
  entity: EntityDef,
  form: FormInstance<Row>,
  sections: readonly ShownSection[],
  base: EntityRow | undefined,
  hidden: readonly string[],
): { readonly input: Record<string, unknown>; readonly errors: readonly FieldError[] } {
  const open = sections.flatMap((section) =>
    section.fields.filter((field) => field.locked === undefined).map((field) => field.name),
  );
  const values = valuesOf(form);
  const input = base === undefined ? addInput(open, values) : updateInput(open, hidden, values, base);
  const { values: checked, errors } = validate(entity, input, base, validationContext());
  return {
    input: Object.fromEntries(Object.keys(input).flatMap((name) => (name in checked ? [[name, checked[name]]] : []))),
    errors,
  };
}

interface Sending {
  readonly entity: EntityDef;
  readonly form: FormInstance<Row>;
  readonly sections: readonly ShownSection[];
  readonly names: readonly string[];
  readonly hidden: readonly string[];
  readonly base: EntityRow | undefined;
  readonly reveal: ((wrong: readonly string[], sections: readonly ShownSection[]) => void) | undefined;
  readonly rebase: (theirs: EntityRow, values: Row) => void;
  /** A refusal that belongs to no field. */
  readonly refuse: (reason: string) => void;
  readonly onSent: () => void;
  /** The values of somebody who saved first were taken instead. */
  readonly onTaken: () => void;
}

/** Checks and sends a form; errors, refusals and conflicts are shown where they belong. */
export function useSending({
  entity,
  form,
  sections,
  names,
  hidden,
  base,
  reveal,
  rebase,
  refuse,
  onSent,
  onTaken,
}: Sending) {
  const dialogs = useDialogs();
  const shown = sections.flatMap((section) => section.fields.map((field) => field.name));
  const showWrong = (errors: readonly FieldError[]): void => {
    if (errors.length > 0)
      reveal?.(
        errors.map(({ field }) => fieldOf(field)),
        sections,
      );
    showErrors(form, shown, errors);
  };

  const settleConflict = async (against: EntityRow): Promise<Sent | undefined> => {
    const settled = await settle(dialogs, entity, names, valuesOf(form), against);
    if (settled === null) return undefined;
    rebase(settled.theirs, settled.values);
    if (settled.save) return send(settled.theirs);
    onTaken();
    return undefined;
  };

  const refused = async (error: unknown, against: EntityRow | undefined): Promise<Sent | undefined> => {
    if (isApiError(error, staleCode) && against !== undefined) return settleConflict(against);
    const errors = isApiError(error) ? error.errors : [];
    if (errors.length > 0) showWrong(errors);
    else refuse(messageOf(error));
    return undefined;
  };

  /** Undefined when it was refused, which is then shown; the record itself where nothing has changed. */
  const send = async (against: EntityRow | undefined): Promise<Sent | undefined> => {
    const { input, errors } = readForm(entity, form, sections, against, hidden);
    showWrong(errors);
    if (errors.length > 0) return undefined;
    if (against !== undefined && Object.keys(input).length === 0)
      return { id: against.id, rev: revOf(against), changed: false };
    try {
      const saved = await call(
        callPath(entity, against === undefined ? 'add' : 'update'),
        against === undefined ? input : { id: against.id, rev: revOf(against), ...input },
      );
      onSent();
      void invalidate(basePath(entity));
      return { ...saved, changed: true };
    } catch (error) {
      return refused(error, against);
    }
  };

  const check = (asked: readonly string[]): boolean => {
    const wrong = readForm(entity, form, sections, base, hidden).errors.filter(({ field }) =>
      asked.includes(fieldOf(field)),
    );
    showErrors(form, asked, wrong);
    return wrong.length === 0;
  };

  return { send, check };
}
