import type { SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';
import { demoPublicKey, signWithDemoKey } from '../../apps/server/src/modules/ota/firmware/demo-key.ts';
import { Fleet } from '../../apps/simulator/src/fleet.ts';
import { fateOf, noMishaps, outcomeOf, type Mishaps, type Outcome } from '../../apps/simulator/src/ota/dice.ts';
import { usualNetwork } from '../../apps/simulator/src/ota/download.ts';
import { readReleaseKeys } from '../../apps/simulator/src/ota/verify.ts';
import { callAsAdmin, expect } from '../fixtures.ts';
import { deviceOf } from '../fleet.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';
/** Of the servers under test, which `npm test` gives them. */
const sealKey = Buffer.from(process.env['SECRET_KEY'] ?? '', 'hex');

/** Signs a package as those of the server's demo are. */
export const signatureOf = (sha256: string): string => signWithDemoKey(sealKey, sha256);

/** A vehicle of the server that nobody simulates, with the central control that is known of it. */
export interface Away {
  readonly id: string;
  readonly vin: string;
  readonly software: string;
  readonly hardware: string;
  readonly model: string;
  /** When it was heard of last. */
  readonly heard: string | null;
}

/** Waiting, installing and starting again go so many times as fast. */
const pace = 30;
/** Below this charge a vehicle stays at its charger. */
const soc = 23;

interface Simulated {
  /** What becomes of a job of a vehicle, by its dice. */
  readonly outcomeOf: (vin: string, job: string) => Outcome;
  readonly stop: () => Promise<void>;
}

interface Group {
  readonly vehicles: readonly Away[];
  readonly mishaps: Partial<Mishaps>;
}

const seedOf = (vin: string): number => Number(vin.slice(-6));

const specOf = ({ vin, software, hardware, model }: Away, imei: string): SimulatedVehicle => ({
  imei,
  vin,
  seed: seedOf(vin),
  vehicleTypeCode: '',
  batterySns: [],
  iccid: null,
  otaGeneration: 2,
  home: { lng: 121.473701, lat: 31.230416 },
  city: '上海市',
  maxSpeedKmh: 45,
  rangeKm: 80,
  voltageV: 60,
  capacityAh: 24,
  last: { lng: null, lat: null, soc, odometerM: null, cycles: null, soh: null },
  parts: [{ deviceType: 1, model, hardware, software }],
});

/** A fleet of its own for vehicles that have the same mishaps. */
async function fleetOf(server: string, vehicles: readonly Away[], mishaps: Mishaps): Promise<Fleet> {
  const secrets = new Map<string, string>();
  const specs: SimulatedVehicle[] = [];
  for (const one of vehicles) {
    const { deviceId, secret } = await deviceOf(server, one.id);
    secrets.set(deviceId, secret);
    specs.push(specOf(one, deviceId));
  }
  return new Fleet(specs, {
    url: deviceUrl,
    api: server,
    rate: 1,
    secretOf: (imei) => secrets.get(imei) ?? '',
    ota: {
      keys: readReleaseKeys(demoPublicKey(sealKey).toString('base64')),
      mishaps,
      pace,
      network: { ...usualNetwork, breakChance: 0.2, pauseMs: 200 },
    },
  });
}

/** Whether the platform has heard of all of them since. */
async function areThere(server: string, vehicles: readonly Away[]): Promise<boolean> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', { pageSize: 200, query: { 'online.eq': 1 } });
  const heard = new Map(list.map(({ id, lastReportTime }) => [id, lastReportTime]));
  return vehicles.every((one) => heard.has(one.id) && heard.get(one.id) !== one.heard);
}

/**
 * Has vehicles simulated, at their chargers and with the mishaps of each group, until they are stopped.
 * @for a browser test with vehicles at the other end: their dice say what a roll-out has to come to; one that does only what the test says:
 * `otaVehicle` (`ota-device.ts`)
 */
export async function simulate(server: string, groups: readonly Group[]): Promise<Simulated> {
  const shares = new Map<string, Mishaps>();
  const fleets: Fleet[] = [];
  for (const { vehicles, mishaps } of groups) {
    const all = { ...noMishaps, ...mishaps };
    for (const { vin } of vehicles) shares.set(vin, all);
    fleets.push(await fleetOf(server, vehicles, all));
  }
  await Promise.all(fleets.map((fleet) => fleet.start()));
  await expect
    .poll(() =>
      areThere(
        server,
        groups.flatMap(({ vehicles }) => vehicles),
      ),
    )
    .toBe(true);
  return {
    outcomeOf: (vin, job) => {
      const own = shares.get(vin);
      if (own === undefined) throw new Error(`${vin} is not simulated`);
      return outcomeOf(fateOf(seedOf(vin), job, own));
    },
    stop: async () => {
      await Promise.all(fleets.map((fleet) => fleet.stop()));
    },
  };
}
