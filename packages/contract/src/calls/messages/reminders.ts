import type { Page } from '../../envelope.ts';
import type { Text } from '../../lang.ts';
import type { Call, Form, Paging } from '../kit.ts';
import type { AudienceCount, MessageStatistics } from './messages.ts';

/** Why a vehicle that meets the condition is not reminded of: no owner, one who may not use the app, too soon, or of the same before. */
export type ReminderLeftOut = 'noOwner' | 'ownerOff' | 'repeat' | 'reminded';

/** A vehicle that a reminder is about. */
export interface ReminderVehicle {
  readonly vehicleId: string;
  /** Of one without a VIN: its frame number. */
  readonly vin: string | null;
  readonly vehicleName: Text;
  readonly nickname: string | null;
  /** Masked. */
  readonly mobile: string | null;
  /** Null: reminded. */
  readonly why: ReminderLeftOut | null;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  readonly odometerKm: number | null;
  /** Percent. */
  readonly soh: number | null;
  /** Day of the reminder before. */
  readonly lastDate: string | null;
}

/** Whom a reminder would reach now. */
export interface ReminderDryRun {
  /** Vehicles that would be reminded of. */
  readonly count: number;
  /** Some of these, in the caller's data scope. */
  readonly sample: readonly ReminderVehicle[];
  /** Those that meet the condition and are left out. */
  readonly skipped: readonly { readonly why: ReminderLeftOut; readonly n: number }[];
  readonly skippedSample: readonly ReminderVehicle[];
}

/** One execution of a reminder. */
export interface ReminderRun {
  readonly id: string;
  readonly runTime: string;
  /** Vehicles that met the condition. */
  readonly hit: number;
  readonly sent: number;
  /** Messages that did not reach their owner by push or SMS. */
  readonly failed: number;
  readonly skipped: number;
  readonly costMs: number;
}

/** Whom a reminder was sent to, and what became of each channel. */
export interface ReminderRecipient {
  readonly runId: string;
  readonly runTime: string;
  readonly vehicleId: string;
  /** Of one without a VIN: its frame number. */
  readonly vin: string | null;
  readonly nickname: string | null;
  /** Masked. */
  readonly mobile: string | null;
  /** D:PushChannel and D:PushStatus; none while it waits. */
  readonly channels: readonly {
    readonly channel: number;
    readonly status: number;
    readonly failCode: string | null;
  }[];
}

/** Service reminders. */
export interface RemindersCalls {
  /** The form of a reminder, or a stored one by its id. */
  'POST /msg/crm/serviceMessage/dryRun': Call<Form, ReminderDryRun>;
  'POST /msg/crm/serviceMessage/estimate': Call<{ readonly id: string }, AudienceCount>;
  'POST /msg/crm/serviceMessage/statistics': Call<{ readonly id: string }, MessageStatistics>;
  'POST /msg/crm/serviceMessage/runs': Call<{ readonly id: string } & Paging, Page<ReminderRun>>;
  'POST /msg/crm/serviceMessage/recipients': Call<
    { readonly id: string; readonly runId?: string } & Paging,
    Page<ReminderRecipient>
  >;
}
