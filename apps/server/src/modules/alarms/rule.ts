import { alarmTypeSeed, alwaysOn, defaultTemplate } from '@wheelhouse/entities/alarms/types';
import { defaultParams } from '@wheelhouse/entities/alarms/rule-params';
import { sql } from 'kysely';
import type { Work } from './tables.ts';

/** A type's rule as it is now. */
export interface Rule {
  readonly alarmType: string;
  readonly enabled: boolean;
  readonly level: number;
  readonly params: unknown;
  readonly dedupeMinutes: number;
  readonly pushOwner: boolean;
  readonly templateId: string | null;
  readonly channels: readonly string[];
  readonly notifyRoles: readonly string[];
  readonly quietHours: string | null;
  /** Empty: every model. */
  readonly vehicleTypeIds: readonly string[];
  readonly ruleVersion: number;
}

interface Row extends Omit<Rule, 'enabled' | 'pushOwner'> {
  readonly enabled: number;
  readonly pushOwner: number;
}

/** The rule of a type; the built-in one where an operator's dictionary has a type that no rule was made for. */
export async function ruleOf(tx: Work, alarmType: string): Promise<Rule> {
  const { rows } = await sql<Row>`
    select alarm_type, enabled, level, params, dedupe_minutes, push_owner, template_id, coalesce(channels, '{}') as channels, quiet_hours,
      coalesce(vehicle_type_ids, '{}')::text[] as vehicle_type_ids, rule_version,
      array(select s.role_code from sys_role s where s.id = any(r.notify_roles) and not s.deleted) as notify_roles
    from alm_rule r where alarm_type = ${alarmType} and not deleted`.execute(tx);
  const [row] = rows;
  if (row) return { ...row, enabled: row.enabled === 1 || alwaysOn.has(alarmType), pushOwner: row.pushOwner === 1 };
  const seed = alarmTypeSeed(alarmType);
  return {
    alarmType,
    enabled: true,
    level: seed?.level ?? 2,
    params: defaultParams(alarmType),
    dedupeMinutes: 10,
    pushOwner: seed?.pushOwner === 1,
    templateId: seed ? defaultTemplate(seed) : null,
    channels: seed?.channels ?? [],
    notifyRoles: [],
    quietHours: null,
    vehicleTypeIds: [],
    ruleVersion: 1,
  };
}

export const appliesTo = (rule: Rule, vehicleTypeId: string | null): boolean =>
  rule.enabled &&
  (rule.vehicleTypeIds.length === 0 || (vehicleTypeId !== null && rule.vehicleTypeIds.includes(vehicleTypeId)));

const minuteOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Whether `at` lies in the quiet hours of owners; they may span midnight. */
export function isQuiet(quietHours: string | null, at: Date): boolean {
  const [from, to] = (quietHours ?? '').split('-');
  if (!from || !to) return false;
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const now = Math.floor((at.getTime() / 60_000 + 8 * 60) % 1440);
  return start <= end ? now >= start && now < end : now >= start || now < end;
}
