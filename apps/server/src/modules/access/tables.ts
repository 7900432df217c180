import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { Database } from '../../db/tables.ts';

type Instant = ColumnType<Date, Date | undefined, Date>;
type Flag = 0 | 1;

/** Node of the function tree as stored. */
export interface FunctionTable {
  id: Generated<string>;
  rev: Generated<number>;
  code: string;
  parentCode: string | null;
  name: string;
  nameEn: string;
  /** 1 page, 2 button, 3 data right. */
  functionType: 1 | 2 | 3;
  /** A page's route; else the `;`-joined paths of the calls it guards. */
  functionUrl: string;
  icon: string | null;
  sort: number;
  hidden: Flag;
  cached: Flag;
  enabled: Flag;
  staffOnly: Flag;
  builtIn: Flag;
  createBy: Generated<string | null>;
  updateBy: Generated<string | null>;
  updateTime: Instant;
}

interface CredentialTable {
  userId: string;
  passwordHash: string;
  mustChangePwd: Generated<Flag>;
  passwordTime: Instant;
  lastLoginIp: string | null;
}

interface SessionTable {
  id: Generated<string>;
  tokenHash: Buffer;
  userId: string;
  issuedTime: Instant;
  lastSeenTime: Instant;
  expireTime: ColumnType<Date, Date, Date>;
  ip: string | null;
  userAgent: string | null;
  channel: string;
  functionVersion: string | null;
  revokedTime: Date | null;
  revokedReason: string | null;
}

interface LoginLogTable {
  id: Generated<string>;
  userId: string | null;
  username: string;
  result: number;
  ip: string | null;
  userAgent: string | null;
  channel: 'password' | 'ticket';
  time: Instant;
}

interface SensitiveAccessLogTable {
  id: Generated<string>;
  userId: string;
  username: string;
  entity: string;
  entityId: string;
  field: string;
  reason: string;
  ip: string | null;
  requestId: string | null;
  time: Instant;
}

/** Tables of the access module. */
export type AccessTables = {
  sys_function: FunctionTable;
  sys_credential: CredentialTable;
  sys_session: SessionTable;
  sys_user_role: { userId: string; roleCode: string; createBy: string | null; createTime: Instant };
  sys_role_function: { roleCode: string; functionCode: string };
  sys_access_version: { version: string };
  sys_sso_ticket: { ticketHash: Buffer; username: string; expireTime: Date; usedTime: Date | null };
  sys_login_log: LoginLogTable;
  sys_sensitive_access_log: SensitiveAccessLogTable;
};

/** The query builder with the access module's tables. */
export function accessDb(db: Db | Tx): Kysely<AccessTables & Database> {
  return db.$extendTables<AccessTables>();
}
