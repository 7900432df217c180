import { sysRole } from '@wheelhouse/entities/access/sys-role';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import type { StoredField } from '@wheelhouse/entities';
import type { Text } from '../../../i18n/lang.ts';

export const roleEntity = plain(sysRole);
export const roleBase = '/system/crm/sysRole';

/** Fields of the role form beside its functions, in their order. */
export const roleFields = [
  'roleCode',
  'roleName',
  'roleNameEn',
  'dataScope',
  'dealerAssignable',
  'enabled',
  'remark',
] as const;

export const roleField = (name: string): StoredField => {
  const field = roleEntity.fields[name];
  if (
    field === undefined ||
    field.kind === 'computed' ||
    field.kind === 'lookup' ||
    field.kind === 'joined' ||
    field.kind === 'count'
  )
    throw new Error(`Roles have no field ${name}`);
  return field;
};

export const roleLabel = (name: string): Text => labelOf(roleEntity, name);
