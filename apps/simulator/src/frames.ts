import { recordOf } from '@wheelhouse/contract/object';
import {
  decodeFrame,
  encodeFrame,
  encodeValues,
  isHex,
  type FrameField,
} from '@wheelhouse/contract/device/debug-frame';
import type { Vehicle } from './vehicle.ts';

/** First byte of an answer. */
const done = 0;

const n = (name: string, type: FrameField['type'], scale = 1): FrameField => ({ name, type, scale });
type Values = Readonly<Record<string, unknown>>;
type Params = Values;

interface Part {
  readonly schema?: readonly FrameField[];
  readonly values?: (vehicle: Vehicle, params: Params) => Values;
  readonly action?: (vehicle: Vehicle, params: Params) => void;
}

/** What the parts of a vehicle answer to debug frames, by command; others are acknowledged without data. */
const parts: Readonly<Record<string, Part>> = {
  READ_PARAM: { schema: [n('a', 'u16'), n('b', 'u16')], values: () => ({ a: 8, b: 300 }) },
  UPLOAD_LOG: { schema: [n('kb', 'u32')], values: (_v, params) => ({ kb: 14 * Number(params['minutes'] ?? 10) }) },
  READ_GNSS: {
    schema: [n('a', 'u8'), n('b', 'u8', 0.1), n('c', 'text')],
    values: (vehicle) => {
      const { pos } = vehicle.sample(false);
      return { a: pos?.sat ?? 0, b: pos?.hdop ?? 9.9, c: 'UBX-M10 2.31' };
    },
  },
  READ_BMS: {
    schema: [n('soc', 'u8'), n('v', 'u16', 0.01), n('i', 'i16', 0.1), n('t', 'i16', 0.1), n('cells', 'u16')],
    values: ({ pack }) => ({
      soc: pack.soc,
      v: pack.voltage,
      i: pack.current,
      t: pack.temperature,
      cells: Array.from({ length: 16 }, (_, cell) => Math.round((pack.voltage / 16) * 1000 + Math.sin(cell * 7) * 6)),
    }),
  },
  READ_BMS_PROTECT: {
    schema: [n('flags', 'hex'), n('cycles', 'u16')],
    values: ({ pack }) => ({ flags: '00000000', cycles: pack.cycles }),
  },
  CLEAR_FAULT: { schema: [n('n', 'u8')], values: () => ({ n: 1 }), action: (vehicle) => vehicle.clearFaults() },
  READ_MCU: {
    schema: [n('rpm', 'u16'), n('v', 'u16', 0.1), n('t', 'i16', 0.1)],
    values: (vehicle) => ({
      rpm: Math.round(vehicle.speed * 60),
      v: vehicle.pack.voltage,
      t: vehicle.sample(false).tmp?.ctrl ?? 20,
    }),
  },
  READ_METER: {
    schema: [n('km', 'u32'), n('light', 'u8')],
    values: (vehicle) => ({ km: Math.round((vehicle.sample(false).odo ?? 0) / 1000), light: 60 }),
  },
  READ_BLE: {
    schema: [n('on', 'u8'), n('rssi', 'i16'), n('fw', 'text')],
    values: ({ random }) => ({ on: 0, rssi: -random.int(60, 95), fw: 'BLE 1.4.0' }),
  },
  READ_CHARGER: {
    schema: [n('state', 'u8'), n('w', 'u16')],
    values: ({ charging, pack }) => ({ state: charging ? 1 : pack.soc > 99 ? 2 : 0, w: charging ? 280 : 0 }),
  },
  READ_MOTOR: {
    schema: [n('t', 'i16', 0.1)],
    values: (vehicle) => ({ t: vehicle.sample(false).tmp?.motor ?? 20 }),
  },
  RAW: {
    schema: [n('hex', 'hex')],
    values: (_vehicle, params) => ({ hex: isHex(params['hex']) ? `06${params['hex'].slice(0, 8)}` : '06' }),
  },
};

/** A part's answer to a debug frame, as hex; undefined when the frame is none. */
export function answerFrame(vehicle: Vehicle, args: Values): string | undefined {
  const { cmd, op, hex, params } = args;
  if (!isHex(op) || op === '') return undefined;
  const frame = decodeFrame(hex, op);
  if (!frame) return undefined;
  const part = typeof cmd === 'string' && Object.hasOwn(parts, cmd) ? parts[cmd] : undefined;
  const given = recordOf(params);
  part?.action?.(vehicle, given);
  const values = part?.schema && part.values ? encodeValues(part.schema, part.values(vehicle, given)) : [];
  return encodeFrame(frame.part, op, Uint8Array.of(done, ...values));
}
