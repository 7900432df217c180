import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { OtaDownlink } from '@wheelhouse/contract/device/payloads';
import { partTypes } from '@wheelhouse/contract/device/fields';
import { isRecord, recordOf } from '@wheelhouse/contract/object';
import { isPartType, type PartType } from '../parts.ts';
import type { Vehicle } from '../vehicle.ts';

const timeoutMs = 15_000;
const partNames = new Map<unknown, PartType>(
  Object.entries(partTypes).flatMap(([name, type]) => (isPartType(name) ? [[type, name] as const] : [])),
);

/** The calls of devices over HTTP, signed with the key that follows from the device's secret. */
export class DeviceApi {
  readonly #url: string;
  readonly #secret: string;
  readonly #vehicle: Vehicle;
  #key: Buffer | undefined;

  constructor(url: string, secret: string, vehicle: Vehicle) {
    this.#url = url;
    this.#secret = secret;
    this.#vehicle = vehicle;
  }

  /** Where a path of the platform is. */
  at(path: string): string {
    return new URL(path, this.#url).href;
  }

  /** Loads a file. @returns its SHA-256, hex @throws Error it does not come */
  async load(path: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(this.at(path), { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
    if (!response.ok) throw new Error(`the file answered ${response.status}`);
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  }

  /** Asks for upgrades of its parts. @returns a job of each; none when the platform is away or refuses */
  async check(signal: AbortSignal): Promise<readonly OtaDownlink[]> {
    const { spec, parts, pack, riding } = this.#vehicle;
    const answer = await this.#call('/device/v1/ota/check', signal, {
      imei: spec.imei,
      vin: spec.vin,
      parts: Object.entries(parts).map(([type, { model, hardware, software }]) => ({
        deviceType: partTypes[type],
        partModel: model,
        hardwareVersion: hardware,
        softwareVersion: software,
      })),
      soc: Math.round(pack.soc),
      csq: 22,
      parked: !riding,
    }).catch(() => undefined);
    const { upgrades } = recordOf(answer);
    return Array.isArray(upgrades) ? upgrades.filter(isRecord).flatMap((one) => this.#jobOf(one)) : [];
  }

  #jobOf(upgrade: Readonly<Record<string, unknown>>): OtaDownlink[] {
    const { executionId, job = executionId, deviceType, version, url, size, sha256, signature, md5, crc16 } = upgrade;
    const ecu = partNames.get(Number(deviceType));
    const isWhole = typeof version === 'string' && typeof url === 'string' && typeof sha256 === 'string';
    if (ecu === undefined || !isWhole || typeof size !== 'number') return [];
    const { soc, parked } = recordOf(upgrade['preconditions']);
    const [from, to]: unknown[] = Array.isArray(upgrade['window']) ? upgrade['window'] : [];
    return [
      {
        v: 1,
        job: String(job),
        pkgs: [
          {
            ecu,
            ver: version,
            url: this.at(url),
            size,
            sha256,
            ...(typeof signature === 'string' && { sig: signature }),
            ...(typeof md5 === 'string' && typeof crc16 === 'string' && { md5, crc16 }),
          },
        ],
        need: { ...(typeof soc === 'number' && { soc }), ...(typeof parked === 'boolean' && { parked }) },
        ...(typeof from === 'string' && typeof to === 'string' && { win: [from, to] as const }),
      },
    ];
  }

  async #call(path: string, signal: AbortSignal, body: object): Promise<unknown> {
    const key = await this.#keyOf(signal);
    const text = JSON.stringify(body);
    const [timestamp, nonce] = [String(Date.now()), randomUUID()];
    const { status, answer } = await this.#post(path, text, signal, {
      'x-device-id': this.#vehicle.spec.imei,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-signature': createHmac('sha256', key).update(text).update(timestamp).update(nonce).digest('hex'),
    });
    // The salt changes with the secret.
    if (status === 401) this.#key = undefined;
    return recordOf(answer)['data'];
  }

  /** SHA-256 of salt and secret. */
  async #keyOf(signal: AbortSignal): Promise<Buffer> {
    if (this.#key !== undefined) return this.#key;
    const { answer } = await this.#post('/device/v1/salt', JSON.stringify({ imei: this.#vehicle.spec.imei }), signal);
    const { salt } = recordOf(recordOf(answer)['data']);
    if (typeof salt !== 'string') throw new Error('no salt');
    this.#key = createHash('sha256').update(Buffer.from(salt, 'hex')).update(this.#secret).digest();
    return this.#key;
  }

  async #post(
    path: string,
    body: string,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly answer: unknown }> {
    const response = await fetch(this.at(path), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { status: response.status, answer: await response.json() };
  }
}
