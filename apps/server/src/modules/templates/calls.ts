import type { RecordVersion } from '@wheelhouse/contract/calls/kit';
import type { AlarmTemplateOption } from '@wheelhouse/contract/calls/templates';
import {
  fillTemplate,
  isKnownVariable,
  type TemplateKind,
  variablesIn,
} from '@wheelhouse/entities/templates/template-text';
import { sampleValues } from '@wheelhouse/entities/templates/template-variables';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClockText } from '../../db/wall-clock.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { id } from '../../http/kit.ts';

const mostVersions = 200;
const mostOptions = 500;

const previewBody = z.object({
  body: z.string().max(500),
  sample: z.record(z.string().max(40), z.string().max(100)).default({}),
});

/** A text as an owner would read it; `sample` says more than the built-in sample values. @throws AppError 5008 */
function preview(
  ctx: Pick<CallContext, 'lang'>,
  kind: TemplateKind,
  { body, sample }: z.output<typeof previewBody>,
): { text: string } {
  const unknown = variablesIn(body).find((name) => !isKnownVariable(kind, name));
  if (unknown !== undefined) throw fieldRefusal(ctx, 'body', 5008, { v: `\${${unknown}}` });
  return { text: fillTemplate(body, { ...sampleValues, ...sample }, ctx.lang) };
}

async function versions({ app }: Pick<CallContext, 'app'>, kind: TemplateKind, template: string) {
  const { rows } = await sql<RecordVersion>`
    select h.version, ${sql.raw(wallClockText('h.create_time'))} as time, u.real_name as "operatorName", h.content as values
    from msg_template_version h join msg_template t on t.id = h.template_id and not t.deleted left join sys_user u on u.id = h.create_by
    where h.template_id = ${template} and t.kind = ${kind} order by h.version desc limit ${mostVersions}`.execute(
    app.db,
  );
  if (rows.length === 0) throw new AppError(1002);
  return rows;
}

interface OptionRow extends Omit<AlarmTemplateOption, 'title' | 'body'> {
  readonly pushTitle: string;
  readonly pushTitleEn: string | null;
  readonly pushBody: string;
  readonly pushBodyEn: string | null;
}

const previewSummary = { zh: '预览模板内容', en: 'Preview of a template’s text' };
const historySummary = { zh: '模板的历史版本', en: 'Versions of a template' };
const access = 'messageTemplateManage.query';

export const templateCalls: readonly Call[] = [
  defineCall('POST /msg/crm/serviceTemplate/preview', {
    access,
    body: previewBody,
    summary: previewSummary,
    run: async (ctx, input) => preview(ctx, 'service', input),
  }),
  defineCall('POST /msg/crm/alarmTemplate/preview', {
    access,
    body: previewBody,
    summary: previewSummary,
    run: async (ctx, input) => preview(ctx, 'alarm', input),
  }),
  defineCall('POST /msg/crm/serviceTemplate/history', {
    access,
    body: z.object({ id }),
    summary: historySummary,
    run: (ctx, input) => versions(ctx, 'service', input.id),
  }),
  defineCall('POST /msg/crm/alarmTemplate/history', {
    access,
    body: z.object({ id }),
    summary: historySummary,
    run: (ctx, input) => versions(ctx, 'alarm', input.id),
  }),
  defineCall('POST /msg/crm/alarmTemplate/options', {
    access: ['alarmManage.push', 'alarmManage.rule', access],
    effect: 'reads',
    summary: { zh: '可选的报警模板', en: 'Alarm templates to choose from' },
    async run({ app }) {
      const { rows } = await sql<OptionRow>`
        select template_code, name, alarm_type, push_title, push_title_en, push_body, push_body_en
        from msg_template where kind = 'alarm' and enabled = 1 and not deleted
        order by alarm_type nulls first, id limit ${mostOptions}`.execute(app.db);
      return rows.map(({ pushTitle, pushTitleEn, pushBody, pushBodyEn, ...row }) => ({
        ...row,
        title: { zh: pushTitle, en: pushTitleEn ?? pushTitle },
        body: { zh: pushBody, en: pushBodyEn ?? pushBody },
      }));
    },
  }),
];
