import { listOf } from '@wheelhouse/contract/object';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import type { CellProps } from '../../../entity-ui/cells/types.ts';
import { OptionsFilter } from '../../../entity-ui/filters/OptionsFilter.tsx';
import type { FilterProps } from '../../../entity-ui/filters/types.ts';
import { ManyInput } from '../../../entity-ui/inputs/choice.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import type { CellPropsOf } from '../../../entity-ui/override.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { useLang } from '../../../i18n/lang.ts';
import { nameIn } from '../../../reference/reference.ts';
import { LabelTag } from '../../../ui/Values.tsx';

/** Enabled roles; `dealer` leaves those that dealer accounts may have. */
export function useRoles(dealer = false): readonly { readonly value: string; readonly label: string }[] {
  const lang = useLang();
  const { data } = useCall('/system/crm/sysRole/all', {}, { staleTime: 30_000 });
  return (data ?? [])
    .filter((role) => !dealer || Number(role.dealerAssignable) === 1)
    .map((role) => ({ value: role.roleCode, label: nameIn({ name: role.roleName, nameEn: role.roleNameEn }, lang) }));
}

/** Name of a role by its code; the code itself where it is unknown (a disabled role). */
export function useRoleName(): (code: string) => string {
  const roles = useRoles();
  return (code) => roles.find((role) => role.value === code)?.label ?? code;
}

export function RolesCell({ value }: CellProps): ReactNode {
  const nameOf = useRoleName();
  return (
    <span className="eu-tags">
      {listOf(value).map((code) => (
        <LabelTag key={code} color={code === 'admin' ? 'primary' : 'default'}>
          {nameOf(code)}
        </LabelTag>
      ))}
    </span>
  );
}

/** The name of a role in its own list, in the reader's language where the role is enabled. */
export function RoleNameCell({ row, value }: CellPropsOf<'sysRole'>): ReactNode {
  const roles = useRoles();
  return <span>{roles.find((role) => role.value === row.roleCode)?.label ?? textOf(value)}</span>;
}

const RolesSelect = ({ dealer, ...props }: InputProps & { readonly dealer: boolean }): ReactNode => (
  <ManyInput {...props} choices={useRoles(dealer)} most={props.field.kind === 'tags' ? props.field.max : undefined} />
);

export const StaffRolesInput = (props: InputProps): ReactNode => <RolesSelect {...props} dealer={false} />;
export const DealerRolesInput = (props: InputProps): ReactNode => <RolesSelect {...props} dealer />;

export const RoleFilter = (props: FilterProps): ReactNode => <OptionsFilter {...props} options={useRoles()} />;
