import { openAlarms } from './tables.ts';
import { machines } from '@wheelhouse/entities/machines';
import { slaMinutes } from '@wheelhouse/entities/alarms/types';
import { sql } from 'kysely';
import { hourText, weekdayText } from '../../db/wall-clock.ts';
import { flagCondition, numberCondition } from '../../entity/flag.ts';
import { type HooksOf, nextOf, type SavingOf } from '../../entity/hooks.ts';
import { refuseField } from '../../http/field-texts.ts';
import { alarmHandlers, alarmRefusals, alarmWrongState } from './handle.ts';

const { handled } = machines['SM-Alarm'].states;

/** The time that the level of an alarm allows. */
const allowed = (t: string): string =>
  `make_interval(mins => case ${t}.level ${Object.entries(slaMinutes)
    .map(([level, minutes]) => `when ${Number(level)} then ${minutes}`)
    .join(' ')} end)`;

/** Open, and past the time its level allows. */
const overdue = (t: string): string =>
  `(${t}.handle_status in (${openAlarms.join(', ')}) and ${t}.first_time < now() - ${allowed(t)})`;

/** Handled by people within that time. */
const onTime = (t: string): string =>
  `(${t}.handle_status = ${handled} and coalesce(${t}.handle_time <= ${t}.first_time + ${allowed(t)}, false))`;

/** A rule sends an enabled alarm template, of its own type or of none. */
async function refuseForeignTemplate(saving: SavingOf<'alarmRule'>): Promise<void> {
  const { ctx, tx, old } = saving;
  const code = nextOf(saving, 'templateId');
  if (typeof code !== 'string' || (code === old?.templateId && Number(nextOf(saving, 'enabled')) !== 1)) return;
  const { rows } = await sql`
    select 1 from msg_template where kind = 'alarm' and template_code = ${code} and enabled = 1 and not deleted
      and (alarm_type is null or alarm_type = ${nextOf(saving, 'alarmType')}) for share`.execute(tx);
  if (rows.length === 0) throw refuseField(ctx, 'templateId', 'invalid');
}

/** Columns of a rule that a version keeps. */
async function keepVersion({ tx, ctx, id }: SavingOf<'alarmRule'> & { readonly id: string }): Promise<void> {
  await sql`
    insert into alm_rule_version (alarm_type, rule_version, content, create_by)
    select alarm_type, rule_version, jsonb_build_object('enabled', enabled, 'level', level, 'params', params, 'dedupeMinutes', dedupe_minutes, 'pushOwner', push_owner,
      'templateId', template_id, 'channels', channels, 'notifyRoles', notify_roles, 'quietHours', quiet_hours, 'vehicleTypeIds', vehicle_type_ids), ${ctx.user.id}
    from alm_rule where id = ${id} on conflict do nothing`.execute(tx);
}

const weekday = (t: string): string => weekdayText(`${t}.first_time`);
const hour = (t: string): string => hourText(`${t}.first_time`);

export const alarmHooks: HooksOf<'alarm'> = {
  computed: {
    overdue: (t) => `${overdue(t)}::int`,
    onTime: (t) => `${onTime(t)}::int`,
    weekday,
    hour,
    duration: (t) => `greatest(0, extract(epoch from coalesce(${t}.recover_time, now()) - ${t}.first_time))::int`,
  },
  conditions: {
    overdue: flagCondition(overdue),
    onTime: flagCondition(onTime),
    weekday: numberCondition(weekday),
    hour: numberCondition(hour),
  },
  wrongState: alarmWrongState,
  actions: alarmHandlers,
  refuses: alarmRefusals,
};

/** A repair order was made of its alarm. */
const repaired = (t: string): string =>
  `exists (select from cs_repair_order o where o.alarm_id = ${t}.alarm_id and not o.deleted)`;

export const faultHooks: HooksOf<'faultReport'> = {
  conditions: { repaired: flagCondition(repaired) },
  computed: {
    repaired: (t) => `${repaired(t)}::int`,
    faultName: (t) => `${t}.fault_code`,
    durationMin: (t) => `round(extract(epoch from coalesce(${t}.clear_time, now()) - ${t}.set_time) / 60)::int`,
    occurrences: (t) =>
      `(select count(*)::int from alm_fault_report o where o.vehicle_id = ${t}.vehicle_id and o.device_type = ${t}.device_type and o.fault_code = ${t}.fault_code)`,
  },
};

export const ruleHooks: HooksOf<'alarmRule'> = {
  async beforeSave(saving) {
    await refuseForeignTemplate(saving);
    const { old, values } = saving;
    values.ruleVersion = Number(old?.ruleVersion ?? 0) + 1;
  },
  afterSave: keepVersion,
};
