import type { Page } from '../../envelope.ts';
import type { Call, Flag, Form, Nothing, Paging, Saved, Skipped } from '../kit.ts';

export interface RoleName {
  readonly roleCode: string;
  readonly roleName: string;
  readonly roleNameEn: string | null;
}

export interface RoleOption extends RoleName {
  readonly dealerAssignable: number;
  /** D:DataScope. */
  readonly dataScope: number;
}

/** A role by its code or its number. */
interface RoleKey {
  readonly roleCode?: string;
  readonly id?: string | null;
}

export interface RoleDetail extends RoleName {
  readonly id: string;
  readonly rev: number;
  readonly dataScope: number | string;
  readonly dealerAssignable: number;
  readonly builtIn: number;
  readonly enabled: number;
  readonly remark: string | null;
  readonly functionCodes: readonly string[];
}

export interface RoleMember {
  readonly id: string;
  readonly username: string;
  readonly realName: string;
  readonly userType: number;
  readonly mobile: string | null;
  readonly enabled: number;
  readonly organizationCode: string;
  readonly organizationName: string | null;
  readonly dealerId: string | null;
  readonly dealerName: string | null;
  readonly lastLoginTime: string | null;
}

export interface OrganizationNode {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly parentCode: string | null;
  readonly children: readonly OrganizationNode[];
}

/** A node of the function tree, as its page edits it. */
export interface FunctionItem {
  readonly id: string;
  readonly rev: number;
  readonly code: string;
  readonly parentCode: string | null;
  readonly name: string;
  readonly nameEn: string;
  /** 1 page, 2 button, 3 data right. */
  readonly functionType: 1 | 2 | 3;
  /** Paths of the calls it guards, `;` between them. */
  readonly functionUrl: string;
  readonly icon: string | null;
  readonly sort: number;
  readonly hidden: number;
  readonly cached: number;
  readonly enabled: number;
  readonly staffOnly: number;
  readonly builtIn: number;
  readonly subSysFunction: readonly FunctionItem[];
}

/** A node of the function tree, as the menu shows it. */
export interface MenuNode extends Pick<FunctionItem, 'code' | 'name' | 'nameEn' | 'functionType' | 'icon' | 'hidden'> {
  readonly subSysFunction: readonly MenuNode[];
}

type Setting = Flag | boolean;

interface FunctionValues {
  readonly functionUrl?: string;
  readonly icon?: string | null;
  readonly sort?: number;
  readonly hidden?: Setting;
  readonly cached?: Setting;
  readonly enabled?: Setting;
  readonly staffOnly?: Setting;
  readonly parentCode?: string | null;
}

/** `warnings`: paths that no call has. */
interface SavedFunction extends Saved {
  readonly warnings: readonly string[];
}

/** Roles, functions and organizations beside their standard calls. */
export interface RightsCalls {
  'GET /system/crm/sysFunction/tree': Call<Nothing, readonly MenuNode[]>;
  'POST /system/crm/sysFunction/tree': Call<{ readonly scope?: 'all' }, readonly FunctionItem[]>;
  'POST /system/crm/sysFunction/addFunction': Call<
    FunctionValues & {
      readonly code: string;
      readonly functionType: 1 | 2 | 3;
      readonly name: string;
      readonly nameEn: string;
    },
    SavedFunction & { readonly code: string }
  >;
  'POST /system/crm/sysFunction/updateFunction': Call<
    FunctionValues & {
      readonly code: string;
      readonly rev: number;
      readonly id?: string;
      readonly functionType?: unknown;
      readonly name?: string;
      readonly nameEn?: string;
    },
    SavedFunction
  >;
  'POST /system/crm/sysFunction/deleteFunction': Call<{ readonly code: string }, null>;
  'POST /system/crm/sysFunction/move': Call<
    { readonly code: string; readonly parentCode?: string | null; readonly beforeCode?: string | null },
    null
  >;
  'POST /system/crm/organization/tree': Call<Nothing, readonly OrganizationNode[]>;
  'POST /system/crm/sysRole/all': Call<Nothing, readonly RoleOption[]>;
  'POST /system/crm/sysRole/detail': Call<RoleKey, RoleDetail>;
  'POST /system/crm/sysRole/updateRole': Call<Form & RoleKey & { readonly rev: number }, Saved>;
  'POST /system/crm/sysRole/deleteRole': Call<
    RoleKey & { readonly ids?: readonly string[] },
    { readonly deleted: number; readonly skipped: readonly Skipped[] }
  >;
  'POST /system/crm/sysRole/enable': Call<
    RoleKey & { readonly ids?: readonly string[]; readonly enabled: number },
    { readonly changed: number; readonly skipped: readonly Skipped[] }
  >;
  'POST /system/crm/sysRole/users': Call<Paging & { readonly roleCode: string }, Page<RoleMember>>;
  'POST /system/crm/sysRole/removeUser': Call<{ readonly roleCode: string; readonly userId: string }, null>;
}
