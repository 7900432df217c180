import { sql } from 'kysely';
import { z } from 'zod';
import { appUserOf } from '../../http/app-call.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { fileId } from '../../http/kit.ts';
import { offerFor } from './offer.ts';
import { parsedPackage } from './package/compare.ts';

const parsePackage = defineCall('POST /ps/crm/version/parsePackage', {
  access: ['appVersion.add', 'appVersion.edit'],
  body: z.object({ fileId }),
  effect: 'reads',
  summary: { zh: '读取安装包的包名和版本', en: 'Read the package name and version of an uploaded package' },
  async run(ctx, { fileId: id }) {
    // Other files are not the caller's to look into.
    const { rows } = await sql`
      select 1 from sys_file f where f.file_id = ${id} and f.biz = 'apk'
        and (f.uploader_type = 'user' and f.uploader_id = ${ctx.user.id}
          or exists (select from ota_app_version v where v.package_file = f.file_id and not v.deleted))`.execute(
      ctx.app.db,
    );
    if (rows.length === 0) throw new AppError(1017);
    const { size: _size, ...parsed } = await parsedPackage(ctx, ctx.app.db, 'fileId', id);
    return parsed;
  },
});

/** Public: an app must be able to update before anybody signs in, and where its own sign-in no longer works. */
const check = defineCall('GET /app/v1/version/check', {
  access: 'public',
  query: z.object({
    os: z.string().regex(/^[1-3]$/),
    versionCode: z.string().regex(/^\d{1,10}$/),
    channel: z.string().min(1).max(40),
  }),
  summary: { zh: 'APP：检查更新', en: 'App: check for an update' },
  async run(ctx, { os, versionCode, channel }) {
    const userId = await appUserOf(ctx.app, ctx.token);
    // A build number beyond those of versions has nothing above it.
    return offerFor(ctx, {
      os: Number(os),
      versionCode: Math.min(Number(versionCode), 2_147_483_647),
      channel,
      userId,
    });
  },
});

export const otaCalls: readonly Call[] = [parsePackage, check];
