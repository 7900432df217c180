import type { Page } from '../../envelope.ts';
import type { Call, Nothing, Paging } from '../kit.ts';
import type { RoleName } from './rights.ts';

/** The signed-in user, as the console knows them. */
export interface CurrentUser {
  readonly id: string;
  readonly userName: string;
  readonly realName: string;
  readonly organizationCode: string | null;
  readonly organizationName?: string | null;
  readonly avatar?: string | null;
  /** Address of the picture; null without one. */
  readonly avatarUrl: string | null;
  readonly roleCodes: readonly string[];
  readonly userFunctions: readonly string[];
  /** 1 operator, 2 dealer account. */
  readonly userType: number;
  readonly dealerId: string | null;
  readonly dealerName?: string | null;
  /** 1: every page redirects to the profile until the password is changed. */
  readonly mustChangePwd: number;
  /** D:DataScope, the widest of their scopes. */
  readonly dataScope: number;
}

export interface PersonalData {
  readonly id: string;
  readonly rev: number;
  readonly userName: string;
  readonly realName: string;
  readonly mobile: string;
  readonly gender: number | null;
  readonly email: string | null;
  readonly avatar: string | null;
  readonly avatarUrl: string | null;
  readonly jobNo: string | null;
  readonly organizationCode: string;
  readonly organizationName: string | null;
  readonly organizationNameEn: string | null;
  readonly dealerName: string | null;
  readonly position: string | null;
  readonly validUntil: string | null;
  readonly lastLoginTime: string | null;
  readonly lastLoginIp: string | null;
  readonly roles: readonly RoleName[];
}

/** A short message that the sandbox keeps in place of sending it. */
export interface SentMessage {
  readonly id: string;
  readonly mobile: string;
  readonly body: string;
  /** 0 waiting, 1 sent, 2 failed. */
  readonly status: number;
  readonly error: string | null;
  readonly createTime: string;
}

interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/** Signing in, one's own account, passwords and codes. */
export interface AccountCalls {
  'POST /system/crm/sysUser/ssoLogin': Call<
    { readonly username?: string; readonly password?: string; readonly otp?: string; readonly ticket?: string },
    { readonly accessToken: string }
  >;
  'POST /system/crm/sysUser/ssoLogout': Call<Nothing, null>;
  'POST /system/crm/sysUser/ssoTicket': Call<
    { readonly username: string },
    { readonly ticket: string; readonly expiresIn: number }
  >;
  'POST /system/crm/sysUser/myInfo': Call<Nothing, CurrentUser>;
  'GET /system/crm/sysUser/myInfo': Call<Nothing, CurrentUser>;
  'POST /system/crm/sysUser/getPersonalDataId': Call<{ readonly id?: string }, PersonalData>;
  'POST /system/crm/sysUser/modifyPassword': Call<{ readonly oldPassword: string; readonly newPassword: string }, null>;
  'POST /system/crm/sysUser/updatePersonalData': Call<
    {
      readonly realName?: unknown;
      readonly gender?: unknown;
      readonly email?: unknown;
      readonly avatar?: unknown;
      readonly mobile?: unknown;
      readonly smsCode?: string | null;
    },
    null
  >;
  'POST /system/crm/sendSmsCode': Call<{ readonly mobile: string; readonly scene: number | string }, null>;
  'POST /system/crm/mobile/changePassword': Call<
    { readonly mobile: string; readonly smsCode: string; readonly newPassword: string },
    null
  >;
  'POST /system/crm/smsOutbox/list': Call<Paging & { readonly mobile?: string }, Page<SentMessage>>;
  'POST /system/crm/sysTotp/status': Call<
    Nothing,
    { readonly enabled: number; readonly confirmedTime: string | null; readonly recoveryCodesLeft: number }
  >;
  'POST /system/crm/sysTotp/enrol': Call<
    { readonly password: string },
    { readonly secret: string; readonly otpauthUri: string }
  >;
  'POST /system/crm/sysTotp/confirm': Call<{ readonly otp: string }, RecoveryCodes>;
  'POST /system/crm/sysTotp/recoveryCodes': Call<{ readonly password: string; readonly otp: string }, RecoveryCodes>;
  'POST /system/crm/sysTotp/disable': Call<{ readonly password: string; readonly otp: string }, null>;
}
