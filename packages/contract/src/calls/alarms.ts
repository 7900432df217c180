import type { Call, Nothing } from './kit.ts';

/** Open alarms within the user's scope. */
export interface AlarmCounters {
  readonly unhandled: number;
  readonly criticalUnhandled: number;
  readonly inProgress: number;
  readonly overdue: number;
  /** Unhandled and in progress, by D:AlarmLevel. */
  readonly byLevel: Readonly<Record<string, number>>;
  /** D:AlarmType of types that come in such numbers that owners are not notified. */
  readonly storms: readonly string[];
}

/** Curves that are shown around an alarm. */
export const alarmCurves = [
  'soc',
  'speedKmh',
  'voltageV',
  'currentA',
  'tempMaxC',
  'controllerTempC',
  'motorTempC',
] as const;
export type AlarmCurve = (typeof alarmCurves)[number];

interface OwnAlarm {
  readonly alarmNo: string;
  readonly alarmType: string;
  readonly alarmName: string;
  readonly level: number;
  readonly vin: string;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly count: number;
  readonly recoverStatus: number;
  readonly handleStatus: number;
  readonly address: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

export interface AlarmCalls {
  'POST /veh/crm/alarm/telemetry': Call<
    { readonly id: string; readonly minutesBefore?: number; readonly minutesAfter?: number },
    {
      /** `[ms, value]` by time. */
      readonly series: Readonly<Record<AlarmCurve, readonly (readonly [number, number])[]>>;
      readonly from: string;
      readonly to: string;
      readonly at: string;
    }
  >;
  'POST /veh/crm/alarm/createRepair': Call<{ readonly id: string }, { readonly repairOrderId: string }>;
  /** Takes it back, before anybody has dealt with it: refused with 1003 for an order of somebody else, with 1004 once it is under way. */
  'POST /veh/crm/alarm/withdrawRepair': Call<{ readonly id: string }, { readonly repairOrderId: string }>;
  'POST /veh/crm/alarm/push': Call<
    { readonly id: string; readonly templateId: string; readonly channels: readonly ('1' | '2' | '3' | '4')[] },
    { readonly pushId: string }
  >;
  'GET /app/v1/alarm/list': Call<
    { readonly vin?: string; readonly page?: number },
    { readonly list: readonly OwnAlarm[]; readonly total: number; readonly page: number; readonly pageSize: number }
  >;
  'POST /app/v1/alarm/confirm': Call<{ readonly alarmNo: string; readonly action: 'mine' | 'help' }, Nothing>;
}
