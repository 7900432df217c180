import type { AppLinkConfig } from '@wheelhouse/contract/calls/content/content';
import { type Code, codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { hostOf } from '@wheelhouse/entities/rich-text';
import { builtInLinks } from '@wheelhouse/entities/content/app-link';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { z } from 'zod';
import { probe, type ProbeResult } from '../../adapters/web/probe.ts';
import { inLang } from '../../db/in-lang.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { runAction } from '../../entity/actions.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { only, type HooksOf, type SavingOf } from '../../entity/hooks.ts';
import { findInScope } from '../../entity/read.ts';
import { hostsOf } from '../../entity/rich-text.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { actionBody, key } from '../../http/kit.ts';

type Saving = SavingOf<'appLink'>;

/** Addresses must be on hosts of D:LinkHost; the token of the app goes to hosts of D:OwnHost only. @throws AppError 1001, 5181 */
async function checkHosts({ ctx, tx, old, values }: Saving): Promise<void> {
  const row = { ...old, ...values };
  const allowed = await hostsOf(tx, 'LinkHost');
  const own = Number(row.appendToken) === 1 ? await hostsOf(tx, 'OwnHost') : undefined;
  for (const field of ['url', 'urlEn'] as const) {
    const address = row[field];
    if (typeof address !== 'string') continue;
    const host = hostOf(address) ?? address;
    if (address !== old?.[field] && !allowed.has(host))
      throw refuseField(ctx, field, validationTexts.linkHost, { value: host });
    if (own !== undefined && !own.has(host)) throw fieldRefusal(ctx, 'appendToken', 5181);
  }
}

const checkResults = codes.LinkCheckResult;

function storedResult(result: ProbeResult): { checkResult: Code<'LinkCheckResult'>; checkStatus: number | null } {
  return 'status' in result
    ? { checkResult: result.status < 400 ? checkResults.ok : checkResults.errorStatus, checkStatus: result.status }
    : { checkResult: checkResults[result.failure], checkStatus: null };
}

/** Results of the checks that `check` below sent before its action began: no transaction waits for another server. */
const results = new WeakMap<CallContext, ProbeResult>();

const isBuiltIn = (row: { readonly linkCode: string }): boolean => builtInLinks.includes(row.linkCode);

export const appLinkHooks: HooksOf<'appLink'> = {
  async beforeSave(saving) {
    await checkHosts(saving);
    const { old, values } = saving;
    // The result of a check belongs to the address that was checked.
    if (old !== undefined && values.url !== undefined && values.url !== old.url)
      Object.assign(values, { checkResult: null, checkStatus: null, checkTime: null });
  },
  guards: {
    enabled: async (_tx, row, to) => (to === 0 && isBuiltIn(row) ? new AppError(5182) : undefined),
  },
  refuseDelete: async (_tx, row) => (isBuiltIn(row) ? new AppError(5182) : undefined),
  actions: {
    async check(action) {
      const result = results.get(action.ctx);
      if (result === undefined) throw new Error(`link ${only(action).id} was not checked`);
      action.store({ ...storedResult(result), checkTime: new Date() });
    },
  },
};

const check = defineCall('POST /ps/crm/link/check', {
  access: 'link.check',
  body: actionBody.extend({ id: key }),
  summary: { zh: '检测链接', en: 'Check that a link answers' },
  async run(ctx, input) {
    const { url } = await findInScope(ctx, entityNamed('appLink'), input.id);
    results.set(ctx, await probe(String(url)));
    await runAction(ctx, entityNamed('appLink'), 'check', input);
    return null;
  },
});

const linkCode = z.string().regex(/^[A-Z][A-Z0-9_]{2,31}$/);

/** Public: the app shows the agreements before anybody signs in. */
const configLinks = defineCall('GET /app/v1/config/links', {
  access: 'public',
  query: z.object({ codes: z.string().max(700) }),
  summary: { zh: 'APP链接配置', en: 'Links of the app by code' },
  async run(ctx, input) {
    const asked = z.array(linkCode).min(1).max(20).safeParse(input.codes.split(','));
    if (!asked.success) throw refuseField(ctx, 'codes', 'invalid');
    const { rows } = await sql<AppLinkConfig>`
      select link_code as "linkCode", name, category, ${inLang(ctx.lang, 'url')} as url, client_os as "clientOs", open_mode as "openMode",
        mini_app_id as "miniAppId", mini_path as "miniPath", need_login as "needLogin", append_token as "appendToken", version_no as "versionNo",
        ${wallClock('effective_time')} as "effectiveTime"
      from ps_link where link_code = any(${asked.data}) and enabled = 1 and not deleted order by link_code`.execute(
      ctx.app.db,
    );
    return rows;
  },
});

export const appLinkCalls: Call[] = [check, configLinks];
