import type { ByVin, Call, Form, Nothing } from './kit.ts';

/** Key of a vehicle's Bluetooth lock, for one phone. */
export interface BleKey {
  readonly keyVersion: number;
  readonly key: string;
}

/** What a phone needs to find a vehicle and to open it, until `expireTime` (`YYYY-MM-DD HH:mm:ss`): then it asks again. */
export interface PhoneKey extends BleKey {
  readonly bleMac: string | null;
  readonly bleName: string | null;
  readonly expireTime: string;
}

/** Binding a vehicle to its owner's phone, sharing it, and applications to unbind. */
export interface BindingCalls {
  'POST /veh/crm/vehicle/removeShare': Call<
    { readonly vin?: string; readonly vehicleId?: string; readonly userId: string; readonly reason: string },
    Nothing
  >;
  'POST /app/v1/vehicle/bind': Call<
    { readonly vin?: string; readonly qr?: string; readonly bleProof: { readonly time: number; readonly mac: string } },
    { readonly vehicleId: string; readonly ble: BleKey }
  >;
  'POST /app/v1/vehicle/unbindCode': Call<ByVin, null>;
  'POST /app/v1/vehicle/unbind': Call<ByVin & { readonly smsCode: string }, null>;
  'GET /app/v1/vehicle/bleKey': Call<ByVin, PhoneKey>;
  'POST /app/v1/vehicle/share': Call<ByVin & { readonly mobile: string }, null>;
  'POST /app/v1/vehicle/unshare': Call<ByVin & { readonly userId: string }, null>;
  'POST /veh/crm/unbindApplication/proof': Call<
    { readonly id: string; readonly fileId: string },
    { readonly url: string }
  >;
  'POST /app/v1/unbind/apply': Call<
    Form & { readonly vin: string; readonly applyType: 1 | 2 },
    { readonly applicationNo: string }
  >;
  'POST /app/v1/unbind/object': Call<{ readonly applicationNo: string; readonly reason: string }, null>;
  'POST /app/v1/unbind/withdraw': Call<{ readonly applicationNo: string }, null>;
  'GET /app/v1/vehicle/status': Call<
    ByVin,
    {
      readonly vehicleId: string;
      readonly vin: unknown;
      readonly bindType: number;
      readonly ble: BleKey;
      readonly status: Form;
    }
  >;
}
