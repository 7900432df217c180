import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import type { EntityRow } from '../../../entity-ui/model.ts';
import type { Text } from '../../../i18n/lang.ts';

/** `POST /veh/crm/alarm/detail`: the alarm's own fields, and what is around it. */
export type AlarmRecord = RowOf<'alarm'> & {
  readonly position: { readonly lng: number; readonly lat: number; readonly masked: 0 | 1 } | null;
  /** `[lng, lat, ms]`. */
  readonly trace: readonly (readonly [number, number, number])[];
  readonly events?: readonly DeviceEvent[];
  readonly vehicle?: AlarmVehicle;
  readonly owner?: AlarmOwner | null;
  readonly dealer?: AlarmDealer | null;
  readonly related: readonly ListRowOf<'alarm'>[];
  readonly pushes: readonly PushRow[];
  /** Rows of `alarmLog`. */
  readonly logs: readonly EntityRow[];
  readonly rule: Readonly<Record<string, unknown>> | null;
  readonly sla: { readonly dueTime: string; readonly open: 0 | 1; readonly overdue: 0 | 1; readonly minutes: number };
  readonly stolenCase: { readonly id: string; readonly caseNo: string } | null;
  readonly repairOrder: { readonly id: string; readonly orderNo: string; readonly mayWithdraw: 0 | 1 } | null;
  readonly repairOrders: boolean;
  /** The update that the vehicle is in the middle of. */
  readonly update: {
    readonly entity: 'otaTask' | 'otaTaskOld';
    readonly taskId: string;
    readonly taskNo: string;
    readonly version: string;
    readonly progress: number;
  } | null;
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

export interface AlarmVehicle {
  readonly id: string;
  readonly vin: string | null;
  readonly frameNo: string | null;
  readonly plateNo: string | null;
  readonly vehicleTypeName: string;
  readonly vehicleTypeNameEn: string | null;
  readonly color: string;
  readonly online: 0 | 1;
  readonly soc: number | null;
  readonly odometerKm: number | null;
  readonly lastReportTime: string | null;
}

export interface AlarmOwner {
  readonly id: string;
  readonly nickname: string;
  readonly mobile: string;
  readonly isOwner: 0 | 1 | null;
}

export interface AlarmDealer {
  readonly id: string;
  readonly name: string;
  readonly servicePhone: string | null;
  readonly cityName: string | null;
  readonly cityNameEn: string | null;
}
