import type { RoleDetail } from '@wheelhouse/contract/calls/access/rights';
import { Form, type FormInstance } from 'antd';
import { useState } from 'react';
import { validate, type Row } from '@wheelhouse/entities';
import { call } from '../../../api/client.ts';
import { isApiError, messageOf } from '../../../api/errors.ts';
import { invalidate } from '../../../api/query.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { clearErrors, showErrors } from '../../../entity-ui/form/errors.ts';
import { validationContext } from '../../../entity-ui/form/validation.ts';
import { callPath, sameValue, textOf } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { notify } from '../../../lib/notify.ts';
import { changesOf, tick, untick, type FunctionIndex } from '../functions/model.ts';
import { roleBase, roleEntity, roleFields } from '../functions/role.ts';
import { useRoleTexts } from './texts.ts';
import { fieldChanges, isRoleField, useRoleDraft, type RoleDraft, type RoleInput } from './useRoleDraft.ts';
import { dialogPart } from '../../../ui/part.tsx';

const ChangesDialog = dialogPart(() => import('./ChangesDialog.tsx'));
const staleCode = 1005;

export interface RoleFormHandle {
  readonly form: FormInstance<Row>;
  readonly ticked: ReadonlySet<string>;
  readonly setTicked: (ticked: ReadonlySet<string>) => void;
  readonly values: Row;
  readonly dirty: boolean;
  readonly busy: boolean;
  readonly refusal: string | undefined;
  readonly draft: RoleDraft;
  readonly onValuesChange: (changed: object) => void;
  readonly save: () => Promise<void>;
}

export interface RoleFormOptions {
  readonly index: FunctionIndex;
  /** The role to change; without one a new role is made. */
  readonly stored: RoleDetail | undefined;
  /** What a new role starts with. */
  readonly start: Row;
  readonly startTicked: readonly string[];
  readonly members: number | undefined;
  readonly onSaved: () => void;
}

/** Somebody else saved first: their functions with my changes on top. */
function mergedTicks(
  index: FunctionIndex,
  mine: ReadonlySet<string>,
  base: readonly string[],
  theirs: readonly string[],
): Set<string> {
  const { added, removed } = changesOf(index, new Set(base), mine);
  return untick(
    index,
    tick(
      index,
      new Set(theirs),
      added.map((node) => node.code),
    ),
    removed.map((node) => node.code),
  );
}

/** The form of a role: fields, ticked functions, a summary before saving, refusals under fields, and merging with what others saved. */
export function useRoleForm({ index, stored, start, startTicked, members, onSaved }: RoleFormOptions): RoleFormHandle {
  const t = useT();
  const texts = useRoleTexts();
  const dialogs = useDialogs();
  const [form] = Form.useForm<Row>();
  const [base, setBase] = useState(stored);
  const [input, setInput] = useState<RoleInput>(() => ({ values: start, ticked: tick(index, new Set(), startTicked) }));
  const { values, ticked } = input;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const draft = useRoleDraft({ form, index, base, start, startTicked, input: [input, setInput] });
  const baseTicks = new Set(base?.functionCodes ?? []);
  const changes = changesOf(index, tick(index, new Set(), baseTicks), ticked);
  const fields = fieldChanges(values, { ...base });
  const dirty =
    base === undefined
      ? !sameValue(textOf(values['roleCode']), '') || ticked.size > 0
      : fields.length + changes.added.length + changes.removed.length > 0;

  const checkedInput = (): Record<string, unknown> | undefined => {
    const own = Object.fromEntries(
      roleFields.map((name) => [name, values[name]]).filter(([, value]) => value !== undefined),
    );
    const changed = base === undefined ? own : Object.fromEntries(fields.map(({ name, after }) => [name, after]));
    const checked = validate(roleEntity, changed, base && { ...base }, validationContext());
    const errors = checked.errors.filter((error) => error.field !== 'functionCodes');
    showErrors(form, roleFields, errors);
    if (errors.length > 0) return undefined;
    if (ticked.size === 0) {
      setRefusal(texts('atLeastOne'));
      return undefined;
    }
    const sent = Object.fromEntries(Object.keys(changed).map((name) => [name, checked.values[name]]));
    return {
      ...sent,
      ...(base !== undefined && changes.added.length + changes.removed.length === 0
        ? {}
        : { functionCodes: [...ticked] }),
    };
  };

  const merge = async (mineBase: RoleDetail): Promise<void> => {
    const theirs = await call('/system/crm/sysRole/detail', { roleCode: mineBase.roleCode });
    const kept = Object.fromEntries(fields.map(({ name, after }) => [name, after]));
    const next = { ...Object.fromEntries(roleFields.map((name) => [name, theirs[name]])), ...kept };
    setBase(theirs);
    setInput({ values: next, ticked: mergedTicks(index, ticked, mineBase.functionCodes, theirs.functionCodes) });
    form.setFieldsValue(next);
    setRefusal(texts('merged'));
  };

  const send = async (body: Record<string, unknown>): Promise<void> => {
    try {
      await (base === undefined
        ? call(callPath(roleEntity, 'add'), body)
        : call('/system/crm/sysRole/updateRole', { ...body, roleCode: base.roleCode, rev: base.rev }));
      draft.handle.drop();
      notify.success(t('done'));
      void invalidate(roleBase);
      onSaved();
    } catch (error) {
      if (isApiError(error, staleCode) && base !== undefined) return merge(base);
      const errors = isApiError(error) ? error.errors.filter((one) => isRoleField(one.field)) : [];
      showErrors(form, roleFields, errors);
      if (errors.length === 0) setRefusal(messageOf(error));
    }
  };

  const confirmed = async (): Promise<boolean> => {
    if (base === undefined) return true;
    if (!dirty) notify.info(texts('nothingChanged'));
    return (
      dirty &&
      (await dialogs.open<boolean>((close) => (
        <ChangesDialog
          roleName={base.roleName}
          members={members}
          index={index}
          fields={fields}
          {...changes}
          onClose={close}
        />
      ))) === true
    );
  };

  const save = async (): Promise<void> => {
    if (busy) return;
    setRefusal(undefined);
    const body = checkedInput();
    if (body === undefined || !(await confirmed())) return;
    setBusy(true);
    try {
      await send(body);
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const onValuesChange = (changed: object): void => {
    clearErrors(form, changed);
    draft.change({ values: { ...values, ...changed } });
  };
  return {
    form,
    ticked,
    setTicked: (codes) => draft.change({ ticked: codes }),
    values,
    dirty,
    busy,
    refusal,
    draft,
    onValuesChange,
    save,
  };
}
