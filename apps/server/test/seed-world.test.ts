import { randomBytes } from 'node:crypto';
import { formatInstant } from '@wheelhouse/contract/time';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type StoredField } from '@wheelhouse/entities/fields';
import { entities, plain } from '@wheelhouse/entities/registry';
import { areaById } from '@wheelhouse/entities/areas/areas';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { validate } from '@wheelhouse/entities/validate';
import { beforeAll, describe, expect, it } from 'vitest';
import { snake } from '../src/db/snake.ts';
import { unseal } from '../src/entity/seal.ts';
import { planAlarms } from '../src/seed/demo/alarms/alarms.ts';
import type { CopyRow } from '../src/seed/demo/copy.ts';
import { batteryRows, stayRows } from '../src/seed/demo/vehicles/rows-batteries.ts';
import { bindingLogRows, bindingRows, dealerRows, qaRows, userRows } from '../src/seed/demo/rows-people.ts';
import { ecuRows, imageRows, modelRows, seriesRows, vehicleRows } from '../src/seed/demo/vehicles/rows-vehicles.ts';
import { makeWorld, type World } from '../src/seed/demo/world.ts';

const now = new Date('2026-11-21T07:20:00Z');
const secrets = { sealKey: randomBytes(32), simulatorKey: '0'.repeat(64) };
const picture = () => 'picture-0001';
const pictures = { vehicle: picture, cover: picture, avatar: picture, shop: picture };
const codes = new Map<string, ReadonlySet<string>>(
  dictionaries.map(({ category, entries }) => [category, new Set(entries.map(({ code }) => code))]),
);

let world: World;
beforeAll(() => {
  world = makeWorld(now);
  for (const list of [world.series, world.models, world.dealers, world.users, world.fleet, world.batteries])
    list.forEach((record, at) => (record.id = String(at + 1)));
});

/** The value of a column as a form would send it. */
function wireValue(field: StoredField, name: string, row: CopyRow): unknown {
  if (field.kind === 'private') {
    const enc = row[`${snake(name)}_enc`];
    return Buffer.isBuffer(enc) ? unseal(secrets, enc) : null;
  }
  const value = row[snake(name)];
  if (value instanceof Date) return formatInstant(value);
  return field.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value;
}

/** What validation and the dictionaries have against a stored row. */
function complaints(entity: EntityDef, row: CopyRow): string[] {
  const stored = Object.entries(entity.fields).filter(
    (entry): entry is [string, StoredField] => !isDerived(entry[1]) && !('inverse' in entry[1]),
  );
  const form = Object.fromEntries(
    stored.filter(([, field]) => !field.readonly).map(([name, field]) => [name, wireValue(field, name, row)]),
  );
  const { errors } = validate(entity, form, undefined, {
    lang: 'en',
    dictCodes: (category) => codes.get(category),
    now,
  });
  const unknown = stored
    .filter(
      ([name, field]) =>
        field.kind === 'dict' && row[snake(name)] !== null && !codes.get(field.dict)?.has(String(row[snake(name)])),
    )
    .map(([name]) => name);
  const missing = stored
    .filter(([name, field]) => field.required && field.readonly && (wireValue(field, name, row) ?? null) === null)
    .map(([name]) => name);
  return [...errors.map(({ field, message }) => `${field}: ${message}`), ...unknown, ...missing];
}

describe('demo alarms', () => {
  // At the second of these moments a fault record and a rule say the same of one vehicle.
  it.each(['2026-11-21T07:20:00Z', '2026-12-03T07:02:48Z'])(
    'are unrecovered at most once per type and vehicle, seeded at %s',
    (time) => {
      const world = makeWorld(new Date(time));
      const { stories, faults } = planAlarms(world.random.fork('alarms'), world);
      const open = stories.filter(({ recovered }) => recovered === null);
      expect(new Set(open.map(({ vehicle, seed }) => `${vehicle.imei} ${seed.type}`)).size).toBe(open.length);
      expect(faults.filter(({ story }) => story && !stories.includes(story))).toEqual([]);
    },
  );
});

describe('demo world', () => {
  const people = () => ({
    secrets,
    pictures,
    admin: '1',
    organizations: new Set(['HQ', 'EAST', 'EAST.SH', 'SOUTH', 'NORTH', 'WEST']),
  });
  it.each([
    ['vehicleSeries', () => seriesRows(world, pictures, '1')],
    ['vehicleType', () => modelRows(world, pictures, '1')],
    ['vehicleImage', () => imageRows(world, pictures, '1')],
    ['dealer', () => dealerRows(world, people())],
    ['appUser', () => userRows(world, people())],
    ['vehicle', () => vehicleRows(world, '1')],
    ['ecu', () => ecuRows(world)],
    ['battery', () => batteryRows(world, '1')],
    ['batteryBinding', () => stayRows(world, '1')],
    ['vehicleBinding', () => bindingRows(world)],
    ['bindingLog', () => bindingLogRows(world, '1')],
    ['consoleQa', () => qaRows(world, '1')],
  ] as const)('%s: every row passes the rules of its own form', (name, rows) => {
    const entity = plain(entities[name]);
    const all = rows();
    expect(all.length).toBeGreaterThan(0);
    expect(all.flatMap((row) => complaints(entity, row)).slice(0, 5)).toEqual([]);
  });

  it('never uses an identifier twice', () => {
    const lists: Record<string, readonly (string | null)[]> = {
      vehicle: world.fleet.flatMap(({ vin, frameNo, imei, ecuSn, bleMac, iccid, motorNo, controllerSn }) => [
        vin,
        frameNo,
        imei,
        ecuSn,
        bleMac,
        iccid,
        motorNo,
        controllerSn,
      ]),
      battery: world.batteries.flatMap(({ sn, bmsSn }) => [sn, bmsSn]),
      mobile: world.users.map(({ mobile }) => mobile),
      plate: world.fleet.map(({ plateNo }) => plateNo),
      dealer: world.dealers.flatMap(({ code, uscc, sapCustomerCode, name }) => [code, uscc, sapCustomerCode, name]),
    };
    for (const [name, values] of Object.entries(lists)) {
      const given = values.filter((value) => value !== null);
      expect({ name, distinct: new Set(given).size }).toEqual({ name, distinct: given.length });
    }
  });

  it('begins with the documented records', () => {
    const [vehicle] = world.fleet;
    expect(vehicle).toMatchObject({
      vin: 'LZXE3C1A9SA000123',
      imei: '861234056123451',
      ecuSn: 'ZK25B20A0F3D21',
      iccid: '89860420123456789018',
      bleName: 'ZK3-0F3D21',
      plateNo: '沪A12345',
    });
    expect(world.batteries[0]).toMatchObject({ sn: '08QPB1LZX25B2000000123AB', vehicle, cycles: 41, soh: 97 });
    expect(world.dealers[0]).toMatchObject({
      code: 'D000123',
      name: '上海浦东示范店有限公司',
      uscc: '91310115MA1K4BRY2L',
      lng: 121.5447,
      lat: 31.2214,
    });
  });

  it('gives vehicles the beginning of their model, and a colour and packs it is made with', () => {
    for (const { vin, frameNo, model, color } of world.fleet) {
      expect(vin === null ? frameNo?.slice(3, 5) : vin.slice(0, 8)).toBe(model.vinPrefix ?? model.frame);
      expect(model.colors).toContain(color);
    }
    const packs = Map.groupBy(world.batteries, ({ vehicle }) => vehicle);
    for (const vehicle of world.fleet)
      expect(
        packs
          .get(vehicle)
          ?.map(({ slot }) => slot)
          .toSorted(),
      ).toEqual(Array.from({ length: vehicle.model.packs }, (_, at) => at + 1));
  });

  it('puts dealers into districts of their cities', () => {
    for (const { city, site, lng, lat } of world.dealers) {
      expect(areaById.get(site.districtId)?.parentId).toBe(city.id);
      const centre = areaById.get(city.id);
      expect(Math.hypot((lng - (centre?.lng ?? 0)) * 96, (lat - (centre?.lat ?? 0)) * 111)).toBeLessThan(50);
    }
  });

  it('holds only stories that could have happened', () => {
    const active = Map.groupBy(
      world.bindings.filter(({ until }) => until === null),
      ({ vehicle }) => vehicle,
    );
    for (const vehicle of world.fleet) {
      const owners = (active.get(vehicle) ?? []).filter(({ type }) => type === 1);
      expect(owners.map(({ user }) => user)).toEqual(vehicle.owner ? [vehicle.owner] : []);
      const guests = (active.get(vehicle) ?? []).filter(({ type }) => type === 2).map(({ user }) => user);
      expect(guests.length).toBeLessThanOrEqual(5);
      expect(vehicle.activated === null || vehicle.activated < now).toBe(true);
    }
    for (const { user, from } of world.bindings) expect(user.registered.getTime()).toBeLessThanOrEqual(from.getTime());
    const leaving = world.users.filter(({ status }) => status === 3);
    expect(leaving).toHaveLength(5);
    expect(world.bindings.some(({ user, until }) => user.status === 3 && until === null)).toBe(false);
  });

  it.each(['2026-11-21T16:10:00Z', '2026-12-31T15:59:00Z', '2027-02-28T03:00:00Z', '2028-02-29T22:00:00Z'])(
    'ends its histories before %s and never turns an odometer back',
    (text) => {
      const later = makeWorld(new Date(text));
      const reported = later.statuses.filter(({ samples }) => samples.length > 0);
      expect(reported).toHaveLength(40);
      for (const { samples, odometerKm } of reported) {
        const odd = samples.filter((sample, at) => {
          const before = samples[at - 1] ?? sample;
          const metres = Math.hypot((sample.lng - before.lng) * 96_000, (sample.lat - before.lat) * 111_000);
          return (
            (sample !== before && sample.ts <= before.ts) ||
            sample.odoM < before.odoM ||
            metres > 420 ||
            sample.soc < 0 ||
            sample.soc > 100
          );
        });
        expect(odd).toEqual([]);
        const last = samples.at(-1);
        expect(last?.ts.getTime()).toBeLessThan(new Date(text).getTime());
        expect(odometerKm).toBeCloseTo((last?.odoM ?? 0) / 1000, 0);
      }
      expect(later.fleet.filter(({ activated }) => activated !== null && activated > new Date(text))).toEqual([]);
    },
  );
});
