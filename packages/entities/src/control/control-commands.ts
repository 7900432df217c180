import type { FunctionCode } from '../access/actions.ts';
import { f, type StoredField } from '../fields.ts';

/** What must hold of a vehicle before a command goes out; the server asks, the device asks again. */
export type CommandNeed =
  /** It stands still, by a status not older than a minute. */
  | 'standing'
  /** Its power state is known. */
  | 'power'
  /** Its stolen case is open. */
  | 'case'
  /** No firmware is being installed. */
  | 'noUpgrade';

export interface ControlCommand {
  /** Type on the wire to the device. */
  readonly type: string;
  /** null: only the platform sends it, in the course of something else. */
  readonly button: FunctionCode | null;
  readonly needs: readonly CommandNeed[];
  readonly input?: Readonly<Record<string, StoredField>>;
  /** The owner's consent must be ticked. */
  readonly consent?: true;
  /** Changes nothing on the vehicle: may be sent without a remark. */
  readonly harmless?: true;
  /** Owners may send it themselves, from the app. */
  readonly byOwner?: true;
}

const caseNo = { caseNo: f.text({ max: 20, label: { zh: '案件编号', en: 'Case no.' } }) };

/** Control commands by D:ControlCommandType. */
export const controlCommands = {
  QUERY: { type: 'query', button: 'remoteControl.basic', needs: [], harmless: true, byOwner: true },
  // The page of OTA equipment sends it: the vehicle reports the versions of all its parts.
  QUERY_VERSION: { type: 'queryVersion', button: null, needs: [], harmless: true },
  FIND: {
    type: 'find',
    button: 'remoteControl.basic',
    needs: [],
    input: {
      seconds: f.int({
        min: 1,
        max: 30,
        default: 10,
        unit: 's',
        label: { zh: '鸣笛时长(秒)', en: 'Horn duration (s)' },
      }),
    },
    harmless: true,
    byOwner: true,
  },
  LOCK: { type: 'lock', button: 'remoteControl.basic', needs: ['standing'], byOwner: true },
  UNLOCK: { type: 'unlock', button: 'remoteControl.basic', needs: ['standing'], consent: true, byOwner: true },
  POWER_ON: { type: 'powerOn', button: 'remoteControl.power', needs: ['standing', 'power'], byOwner: true },
  POWER_OFF: { type: 'powerOff', button: 'remoteControl.power', needs: ['standing', 'power'], byOwner: true },
  OPEN_SEAT: { type: 'seatOpen', button: 'remoteControl.power', needs: ['standing'], byOwner: true },
  REBOOT: { type: 'reboot', button: 'remoteControl.power', needs: ['standing', 'noUpgrade'] },
  SPEED_LIMIT: {
    type: 'setSpeedLimit',
    button: 'remoteControl.advanced',
    needs: [],
    input: {
      maxKmh: f.int({
        required: true,
        min: 6,
        max: 150,
        unit: 'km/h',
        label: { zh: '限速(km/h)', en: 'Limit (km/h)' },
      }),
    },
  },
  CUT_POWER: { type: 'cutPower', button: 'remoteControl.stolen', needs: ['standing', 'case'], input: caseNo },
  RESTORE_POWER: { type: 'restorePower', button: 'remoteControl.stolen', needs: ['case'], input: caseNo },
  // An owner applies a sound in the app; the control unit loads it from the platform.
  SET_SOUND: {
    type: 'setSound',
    button: null,
    needs: ['noUpgrade'],
    input: {
      soundId: f.text({ required: true, max: 20, label: { zh: '音效ID', en: 'Sound ID' } }),
      name: f.text({ required: true, max: 20, label: { zh: '音效', en: 'Sound' } }),
      scene: f.dict('SoundScene', { required: true, label: { zh: '场景', en: 'Scene' } }),
      version: f.int({ required: true, min: 1, label: { zh: '版本', en: 'Version' } }),
      url: f.text({ required: true, max: 300, label: { zh: '地址', en: 'Address' } }),
      sizeKb: f.int({ required: true, min: 0, unit: 'KB', label: { zh: '大小(KB)', en: 'Size (KB)' } }),
    },
  },
} as const satisfies Readonly<Record<string, ControlCommand>>;

export type ControlCommandCode = keyof typeof controlCommands;

/** A command by its code; own names only. */
export function controlCommand(code: unknown): ControlCommand | undefined {
  return typeof code === 'string' && Object.hasOwn(controlCommands, code)
    ? controlCommands[code as ControlCommandCode]
    : undefined;
}

/** From power commands upwards the end of the VIN has to be typed again. */
export const needsVin = ({ button }: ControlCommand): boolean => button !== null && button !== 'remoteControl.basic';

/** The last six characters that are typed again, of a VIN or frame number. */
export const lastSix = (name: string): string => name.slice(-6).toUpperCase();

/** Hours that a command may wait for an offline vehicle. */
export const cacheHours = { min: 1, max: 24 } as const;

/** One step in the life of a command, as it is kept: `at` in ms since epoch. */
export interface CommandStep {
  readonly at: number;
  readonly step:
    | 'queued'
    | 'query'
    | 'queryAnswer'
    | 'queryLost'
    | 'sent'
    | 'received'
    | 'executing'
    | 'succeeded'
    | 'failed'
    | 'rejected'
    | 'timeout'
    | 'cancelled'
    | 'expired';
  /** Device time, ms since epoch. */
  readonly ts?: number;
  readonly code?: number;
  readonly data?: unknown;
  /** It came after the command was over. */
  readonly late?: true;
  readonly by?: string;
}
