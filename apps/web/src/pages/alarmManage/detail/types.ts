import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import type { EntityRow } from '../../../entity-ui/model.ts';
import type { Text } from '../../../i18n/lang.ts';

/** `POST /veh/crm/alarm/detail`: the alarm's own fields, and what is around it. */
export type AlarmRecord = RowOf<'alarm'> & {
  readonly position: { readonly lng: number; readonly lat: number; readonly masked: 0 | 1 } | null;
  /** `[lng, lat, ms]`. */
  readonly trace: readonly (readonly [number, number, number])[];
  readonly events?: readonly DeviceEvent[];
  readonly vehicle?: Readonly<Record<string, unknown>>;
  readonly owner?: Readonly<Record<string, unknown>> | null;
  readonly dealer?: Readonly<Record<string, unknown>> | null;
  readonly related: readonly ListRowOf<'alarm'>[];
  readonly pushes: readonly PushRow[];
  /** Rows of `alarmLog`. */
  readonly logs: readonly EntityRow[];
  readonly rule: Readonly<Record<string, unknown>> | null;
  readonly sla: { readonly dueTime: string; readonly open: 0 | 1; readonly overdue: 0 | 1; readonly minutes: number };
  readonly stolenCase: { readonly id: string; readonly caseNo: string } | null;
  readonly repairOrder: { readonly id: string; readonly orderNo: string } | null;
  readonly repairOrders: boolean;
};

export interface DeviceEvent {
  readonly time: string;
  readonly code: string;
  readonly state: string;
  readonly payload: unknown;
}

export interface PushRow {
  readonly pushId: string;
  readonly title: Text;
  readonly body: Text;
  readonly channel: number;
  readonly status: number;
  readonly createTime: string;
  readonly sentTime: string | null;
  readonly deliveredTime: string | null;
}
