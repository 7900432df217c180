import { formats, type FormatResult } from '../formats.ts';

/** Codes of D:DeviceType whose serial numbers have a format. */
const [centralControl, battery, controller, motor] = ['1', '2', '3', '7'];

const partNumber = /^[A-Za-z0-9]{6,24}$/;

/** The serial number of a part as it is stored, or why it is none: central controls, batteries, controllers and motors have a format. */
export function serialOf(deviceType: unknown, sn: string): FormatResult {
  const type = String(deviceType);
  if (type === centralControl) return formats.ecuSn.check(sn);
  if (type === battery) return formats.batterySn.check(sn);
  if (type === controller || type === motor) return partNumber.test(sn) ? { value: sn } : { code: 1001 };
  return { value: sn };
}
