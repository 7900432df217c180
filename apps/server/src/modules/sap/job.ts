import { randomUUID } from 'node:crypto';
import { formatDay } from '@wheelhouse/contract';
import { sapOf } from '../../adapters/sap/index.ts';
import type { App } from '../../http/context.ts';
import type { Job } from '../module.ts';
import { importVehicles, type Importing } from './import.ts';

const pageSize = 200;
const mostPages = 50;

/** The nightly import runs as the administrator, who configured SAP. */
async function nightContext(app: App): Promise<Importing | undefined> {
  const { rows } = await app.pool.query<{ id: string; username: string; realName: string; organizationCode: string }>(
    `select u.id::text as id, u.username, u.real_name as "realName", u.organization_code as "organizationCode" from sys_user u
      join sys_user_role r on r.user_id = u.id and r.role_code = 'admin' where not u.deleted order by u.id limit 1`,
  );
  const [admin] = rows;
  return (
    admin && {
      app,
      user: {
        ...admin,
        sessionId: '',
        userType: 1,
        dealerId: null,
        roleCodes: ['admin'],
        functions: new Set(),
        paths: new Set(),
        isAdmin: true,
        mustChangePwd: false,
        scope: { kind: 'all' },
      },
      lang: 'zh',
      requestId: randomUUID(),
      ip: '',
      userAgent: 'nightly SAP import',
      origin: '',
      idempotencyKey: undefined,
      params: {},
      files: [],
      log: app.log,
      signal: new AbortController().signal,
    }
  );
}

/** Imports the deliveries that SAP posted yesterday. */
export const sapImport: Job = {
  name: 'sap.import',
  cron: '20 3 * * *',
  async run(app) {
    const ctx = await nightContext(app);
    if (!ctx) return;
    const sap = await sapOf(app);
    const yesterday = formatDay(new Date(Date.now() - 86_400_000));
    for (let page = 1; page <= mostPages; page++) {
      const { list, total } = await sap.searchVehicles({ postedFrom: yesterday, postedTo: yesterday }, page, pageSize);
      const { created, updated, failed } = await importVehicles(ctx, list);
      app.log.info({ day: yesterday, created, updated, failed: failed.length }, 'deliveries of SAP imported');
      if (page * pageSize >= total) return;
    }
  },
};
