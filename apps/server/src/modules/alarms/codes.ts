import { sql } from 'kysely';
import type { Work } from './tables.ts';

/** Dictionary entries of the codes that devices send. */
export interface DeviceCodes {
  /** D:AlarmType of a type's name or its four-digit code, in capitals. */
  readonly typeOf: ReadonlyMap<string, string>;
  /** The four-digit code of a type. */
  readonly errCodeOf: ReadonlyMap<string, string>;
  /** The four-digit code of a part's fault code: `part code`; and `code` for any part. */
  readonly faultErrCode: ReadonlyMap<string, string>;
}

interface Row {
  readonly category: string;
  readonly code: string;
  readonly errCode: string | null;
  readonly deviceType: string | null;
}

export async function deviceCodes(tx: Work): Promise<DeviceCodes> {
  const { rows } = await sql<Row>`
    select category, code, alarm_err_code as err_code, device_type from sys_item_code
    where category in ('AlarmType', 'FaultCode') and enabled = 1 and not deleted`.execute(tx);
  const typeOf = new Map<string, string>();
  const errCodeOf = new Map<string, string>();
  const faultErrCode = new Map<string, string>();
  for (const { category, code, errCode, deviceType } of rows) {
    if (category === 'FaultCode') {
      if (errCode === null) continue;
      faultErrCode.set(code.toUpperCase(), errCode);
      if (deviceType !== null) faultErrCode.set(`${deviceType} ${code.toUpperCase()}`, errCode);
      continue;
    }
    typeOf.set(code.toUpperCase(), code);
    if (errCode === null) continue;
    typeOf.set(errCode.toUpperCase(), code);
    errCodeOf.set(code, errCode);
  }
  return { typeOf, errCodeOf, faultErrCode };
}
