import { alarmTemplates, callRefusal, criticalLevel } from '@wheelhouse/entities/templates/alarm-texts';
import { codes } from '@wheelhouse/entities/codes';
import { isDerived } from '@wheelhouse/entities/fields';
import { machines } from '@wheelhouse/entities/machines';
import { alarmTemplate } from '@wheelhouse/entities/templates/alarm-template';
import { isBuiltInTemplate, templateTexts } from '@wheelhouse/entities/templates/template-fields';
import { serviceTemplate } from '@wheelhouse/entities/templates/service-template';
import { builtInCodes, foreignVariable } from '@wheelhouse/entities/templates/template-text';
import { plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { nextOf, type HooksOf, type SavingOf } from '../../entity/hooks.ts';
import { rowsById } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';

const callChannel = String(codes.PushChannel.call);

const isOneOf = (t: string, known: readonly string[]): string =>
  `(${t}.template_code in (${known.map((code) => `'${code}'`).join(', ')}))::int`;

/** Enabled rules that send a template, over the row's alias. */
const rulesOf = (t: string): string =>
  `(select count(*)::int from alm_rule u where u.template_id = ${t}.template_code and u.enabled = 1 and not u.deleted)`;

/** The enabled template that a type has besides this one; two that are enabled at the same time wait for each other here. */
async function otherOfType(tx: Tx, id: string, alarmType: string): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('msg_template.alarm_type'))`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    select name from msg_template where alarm_type = ${alarmType} and enabled = 1 and not deleted and id <> ${id} limit 1`.execute(
    tx,
  );
  return rows[0]?.name;
}

/** Reminders that send their template: enabled rules, and what is to be sent or being sent once. */
const { inReview, waiting, sending: started } = machines['SM-Message'].states;
const sending = `not u.deleted and (u.enabled = 1 or u.status in (${[inReview, waiting, started].join(', ')}))`;
const remindersSql = (t: string): string =>
  `(select count(*)::int from msg_service u where u.template_id = ${t}.id and ${sending})`;

async function remindersOf(tx: Tx, id: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select ${sql.raw(remindersSql('t'))} as n from msg_template t where t.id = ${id}`.execute(tx);
  return rows[0]?.n ?? 0;
}

const foreignTexts = {
  zh: '服务提醒「{name}」使用该模板，没有变量{v}',
  en: 'The reminder “{name}” sends this template and has no {v}',
};

/** A reminder may be of another type than its template: each sends only what its own type has. @throws AppError 1001 */
async function refuseForeignVariables(saving: SavingOf<'serviceTemplate'>, id: string): Promise<void> {
  const values: Readonly<Record<string, unknown>> = saving.values;
  const { rows } = await sql<{ type: string; name: string }>`
    select distinct on (u.reminder_type) u.reminder_type::text as type, u.name from msg_service u
    where u.template_id = ${id} and ${sql.raw(sending)} order by u.reminder_type, u.id`.execute(saving.tx);
  for (const { type, name } of rows)
    for (const field of templateTexts) {
      const wrong = foreignVariable(String(values[field] ?? ''), type);
      if (wrong !== undefined) throw refuseField(saving.ctx, field, foreignTexts, { name, v: `\${${wrong}}` });
    }
}

const usedScene = {
  zh: '模板已被规则使用，不能更换场景',
  en: 'Used by a rule: the scene cannot be changed',
};

async function usedBy(tx: Tx, code: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alm_rule where template_id = ${code} and enabled = 1 and not deleted`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Owners are called about critical alarms only. */
async function refuseCall(saving: SavingOf<'alarmTemplate'>): Promise<void> {
  const type = nextOf(saving, 'alarmType');
  if (!(nextOf(saving, 'channels') ?? []).includes(callChannel) || typeof type !== 'string') return;
  const { rows } = await sql<{ level: number }>`
    select level::int as level from alm_rule where alarm_type = ${type} and not deleted`.execute(saving.tx);
  if ((rows[0]?.level ?? 0) < criticalLevel) throw refuseField(saving.ctx, 'channels', callRefusal);
}

const kept = {
  serviceTemplate: Object.entries(serviceTemplate.fields).flatMap(([name, field]) => (isDerived(field) ? [] : [name])),
  alarmTemplate: Object.entries(alarmTemplate.fields).flatMap(([name, field]) => (isDerived(field) ? [] : [name])),
};

interface Saved {
  readonly ctx: SavingOf<'serviceTemplate'>['ctx'];
  readonly tx: Tx;
  readonly id: string;
}

/** Keeps what was saved as a version. Whether it is enabled is no part of one. */
async function keepVersion({ ctx, tx, id }: Saved, of: keyof typeof kept): Promise<void> {
  const entity = of === 'alarmTemplate' ? plain(alarmTemplate) : plain(serviceTemplate);
  const [row] = await rowsById(tx, entity, [id], ['id', 'rev', ...kept[of]]);
  if (row === undefined) throw new Error('the template just saved is not there');
  const { id: _id, rev: _rev, version, kind: _kind, enabled: _enabled, ...values } = row;
  await sql`insert into msg_template_version (template_id, version, content, create_by)
    values (${id}, ${version}, ${JSON.stringify(values)}::jsonb, ${ctx.user.id})`.execute(tx);
}

export const serviceTemplateHooks: HooksOf<'serviceTemplate'> = {
  computed: {
    builtIn: (t) => isOneOf(t, builtInCodes),
    usedBy: remindersSql,
  },
  // The platform sends those itself.
  offered: (t) => sql`not ${sql.raw(isOneOf(t, builtInCodes))}::boolean`,
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    if (!old) return;
    values.version = old.version + 1;
    if (nextOf(saving, 'reminderType') !== old.reminderType && (await remindersOf(tx, old.id)) > 0)
      throw refuseField(ctx, 'reminderType', usedScene);
    await refuseForeignVariables(saving, old.id);
  },
  guards: {
    async enabled(tx, row, to) {
      const n = to === 1 ? 0 : await remindersOf(tx, row.id);
      return n === 0 ? undefined : new AppError(5009, { n });
    },
  },
  afterSave: (saving) => keepVersion(saving, 'serviceTemplate'),
  refuseDelete: async (_tx, row) => (isBuiltInTemplate(row) ? new AppError(5011) : undefined),
  // The call sends it: no transaction waits for another system.
  actions: { test: async () => undefined },
};

export const alarmTemplateHooks: HooksOf<'alarmTemplate'> = {
  computed: {
    builtIn: (t) =>
      isOneOf(
        t,
        alarmTemplates.map(({ id }) => id),
      ),
    usedBy: rulesOf,
  },
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    if (old) values.version = old.version + 1;
    const enabled = Number(nextOf(saving, 'enabled')) === 1;
    const type = nextOf(saving, 'alarmType');
    if (enabled && typeof type === 'string') {
      const name = await otherOfType(tx, old?.id ?? '0', type);
      if (name !== undefined) throw fieldRefusal(ctx, 'alarmType', 5007, { name });
    }
    if (old && type !== old.alarmType && (await usedBy(tx, old.templateCode)) > 0)
      throw refuseField(ctx, 'alarmType', usedScene);
    await refuseCall(saving);
  },
  afterSave: (saving) => keepVersion(saving, 'alarmTemplate'),
  guards: {
    async enabled(tx, row, to) {
      if (to === 1) {
        const name = row.alarmType === null ? undefined : await otherOfType(tx, row.id, row.alarmType);
        return name === undefined ? undefined : new AppError(5007, { name });
      }
      const n = await usedBy(tx, row.templateCode);
      return n === 0 ? undefined : new AppError(5009, { n });
    },
  },
  async refuseDelete(tx, row) {
    if (isBuiltInTemplate(row)) return new AppError(5011);
    const n = await usedBy(tx, row.templateCode);
    return n === 0 ? undefined : new AppError(1006, { n });
  },
  actions: { test: async () => undefined },
};
