import { listOf } from '@wheelhouse/contract/object';
import type { RoleDetail } from '@wheelhouse/contract/calls/access/rights';
import type { FormInstance } from 'antd';
import type { Row } from '@wheelhouse/entities';
import { useDraft, type DraftHandle } from '../../../entity-ui/form/useDraft.ts';
import { sameValue } from '../../../entity-ui/model.ts';
import { tick, type FunctionIndex } from '../functions/model.ts';
import { roleEntity, roleFields } from '../functions/role.ts';
import type { FieldChange } from './ChangesDialog.tsx';

export const isRoleField = (name: string): boolean => (roleFields as readonly string[]).includes(name);

export const fieldChanges = (values: Row, base: Row): FieldChange[] =>
  roleFields
    .filter((name) => !sameValue(values[name], base[name]))
    .map((name) => ({ name, before: base[name], after: values[name] ?? null }));

export interface RoleInput {
  readonly values: Row;
  readonly ticked: ReadonlySet<string>;
}

export interface RoleDraft {
  readonly handle: DraftHandle;
  /** Shows and keeps what was changed. */
  readonly change: (changed: Partial<RoleInput>) => void;
  readonly restore: () => void;
}

interface RoleDraftOptions {
  readonly form: FormInstance<Row>;
  readonly index: FunctionIndex;
  readonly base: RoleDetail | undefined;
  /** What the form starts with. */
  readonly start: Row;
  readonly startTicked: readonly string[];
  readonly input: readonly [RoleInput, (input: RoleInput) => void];
}

/** The draft of a role's form: what differs from where the form starts, its functions as a whole. */
export function useRoleDraft({ form, index, base, start, startTicked, input }: RoleDraftOptions): RoleDraft {
  const handle = useDraft(roleEntity, base);
  const [now, set] = input;
  const change = (changed: Partial<RoleInput>): void => {
    const next = { ...now, ...changed };
    set(next);
    const codes = [...next.ticked].toSorted();
    handle.keep({
      ...Object.fromEntries(fieldChanges(next.values, start).map(({ name, after }) => [name, after])),
      ...(sameValue(codes, [...tick(index, new Set(), startTicked)].toSorted()) ? {} : { functionCodes: codes }),
    });
  };
  const restore = (): void => {
    const { functionCodes, ...fields } = handle.offered?.values ?? {};
    const known = Object.fromEntries(Object.entries(fields).filter(([name]) => isRoleField(name)));
    form.setFieldsValue(known);
    change({
      values: { ...now.values, ...known },
      ...(functionCodes === undefined ? {} : { ticked: tick(index, new Set(), listOf(functionCodes)) }),
    });
  };
  return { handle, change, restore };
}
