import { alarmTypes, defaultTemplate } from '@wheelhouse/entities/alarms/types';
import { defaultParams } from '@wheelhouse/entities/alarms/rule-params';
import { sql } from 'kysely';
import type { App } from '../../http/context.ts';

/** Roles that are notified of serious alarms. */
const notified = ['cs', 'aftersales'];

/** A rule for each type of alarm; run at every start. What operators changed stays so. */
export async function seedAlarmRules(app: App): Promise<void> {
  const rows = alarmTypes.map((seed) => ({
    alarm_type: seed.type,
    level: seed.level,
    params: defaultParams(seed.type),
    push_owner: seed.pushOwner,
    template_id: seed.pushOwner === 1 ? defaultTemplate(seed) : null,
    channels: seed.channels,
    roles: seed.level >= 3 ? notified : [],
  }));
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (alarm_type text, level smallint, params jsonb, push_owner smallint, template_id text,
        channels jsonb, roles jsonb)),
    made as (
      insert into alm_rule (alarm_type, enabled, level, params, dedupe_minutes, push_owner, template_id, channels, notify_roles, rule_version)
      select r.alarm_type, 1, r.level, r.params, 10, r.push_owner, r.template_id, array(select jsonb_array_elements_text(r.channels)),
        array(select s.id from sys_role s where s.role_code in (select jsonb_array_elements_text(r.roles)) and not s.deleted), 1
      from given r where not exists (select from alm_rule a where a.alarm_type = r.alarm_type) returning *)
    insert into alm_rule_version (alarm_type, rule_version, content)
    select alarm_type, rule_version, jsonb_build_object('enabled', enabled, 'level', level, 'params', params, 'dedupeMinutes', dedupe_minutes, 'pushOwner', push_owner,
      'templateId', template_id, 'channels', channels, 'notifyRoles', notify_roles, 'quietHours', quiet_hours, 'vehicleTypeIds', vehicle_type_ids) from made on conflict do nothing`.execute(
    app.db,
  );
}
