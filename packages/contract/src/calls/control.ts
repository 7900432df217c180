import type { Call, Flag, Form } from './kit.ts';

/** A command on its way. */
export interface SentCommand {
  readonly commandId: string;
  /** D:CommandStatus right after. */
  readonly status: number;
}

/** State of a command. */
interface CommandResult extends SentCommand {
  readonly command: string;
  readonly resultCode: string | null;
  readonly resultMsg: string | null;
  readonly late: number;
  readonly sentTime: string | null;
  readonly ackTime: string | null;
  readonly finishTime: string | null;
}

/** A session of remote debugging on one vehicle. */
export interface DebugSession {
  readonly sessionId: string;
  readonly vehicleId: string;
  readonly workOrderNo: string | null;
  readonly openTime: string;
  readonly expireTime: string;
  /** Milliseconds until then, for clocks that count down. */
  readonly leftMs: number;
  readonly closed: Flag;
  readonly log: {
    readonly on: Flag;
    readonly level: string | null;
    readonly bytes: number | null;
    readonly left: number | null;
    readonly leftMs: number;
  };
}

/** A frame sent to a device, received from it, or a note of the platform. */
export interface DebugFrame {
  readonly seq: number;
  /** ms since epoch. */
  readonly time: number;
  readonly dir: 'tx' | 'rx' | 'log' | 'note';
  readonly commandId: string | null;
  readonly cmdCode: string | null;
  readonly hex: string | null;
  readonly data: Form | null;
}

interface OfSession {
  readonly sessionId: string;
}

/** Commands to vehicles, and debugging from afar. */
export interface ControlCalls {
  /** `adb.vehicle.control.send`: the console's way to send a command. */
  'POST /external/query': Call<{ readonly method: string; readonly param?: unknown }, SentCommand>;
  'POST /vehicle/controlResult': Call<{ readonly commandId: string }, CommandResult>;
  'POST /veh/crm/control/cancel': Call<{ readonly commandId: string }, SentCommand>;
  'POST /app/v1/vehicle/control': Call<
    { readonly vin: string; readonly command: string; readonly params?: Form; readonly requestId?: string },
    SentCommand
  >;
  'POST /veh/crm/debug/openSession': Call<{ readonly vin: string; readonly workOrderNo?: string }, DebugSession>;
  'POST /veh/crm/debug/closeSession': Call<OfSession, OfSession>;
  'POST /veh/crm/debug/send': Call<
    OfSession & {
      readonly cmdCode: string;
      readonly params?: Form | null;
      readonly confirmVin6?: string;
      readonly workOrderNo?: string;
      readonly reason?: string;
    },
    SentCommand
  >;
  'POST /veh/crm/debug/stream': Call<
    OfSession & { readonly afterSeq?: number },
    { readonly frames: readonly DebugFrame[]; readonly seq: number; readonly session: DebugSession }
  >;
  'POST /veh/crm/debug/log': Call<
    OfSession & {
      readonly on: Flag;
      readonly level?: 'E' | 'W' | 'I' | 'D';
      readonly bytes?: number;
      readonly minutes?: number;
    },
    DebugSession
  >;
}
