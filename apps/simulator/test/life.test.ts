import { expect, test } from 'vitest';
import { midnight, vehicleOf } from './fixture.ts';

const minute = 60_000;

test('at any hour of the day a quarter of the fleet and more is on the road', () => {
  const fleet = Array.from({ length: 200 }, (_, n) => vehicleOf(n));
  const shares: number[] = [];
  for (let hour = 1; hour <= 24; hour++) {
    let riding = 0;
    // Ten looks an hour smooth out the chance of so small a fleet.
    for (let look = 0; look < 10; look++) {
      for (const vehicle of fleet) {
        vehicle.advance(midnight + (hour * 60 + look * 6) * minute);
        if (vehicle.riding) riding++;
      }
    }
    shares.push(riding / (10 * fleet.length));
  }
  expect(Math.min(...shares)).toBeGreaterThan(0.25);
  // People still have mornings and evenings.
  expect(Math.max(...shares.slice(5, 9), ...shares.slice(15, 19))).toBeGreaterThan(
    1.25 * Math.min(...shares.slice(0, 5)),
  );
}, 60_000);

test('rides obey physics: no jumps, no wild accelerations, charge falls with the way, the odometer only rises', () => {
  const vehicle = vehicleOf(3, { last: { lng: 121.4, lat: 31.2, soc: 90, odometerM: 1_000_000, cycles: 10, soh: 98 } });
  let before = { speed: 0, odo: 1_000_000, soc: 90, metres: 0, driven: 0 };
  let at = midnight;
  while (!vehicle.riding) vehicle.advance((at += minute));
  let [rideSeconds, stops] = [0, 0];
  for (let second = 0; second < 6 * 3600; second++) {
    vehicle.advance((at += 1000));
    const { odo = 0, bat, pos, st } = vehicle.sample(false);
    const speed = vehicle.speed;
    expect(speed * 3.6).toBeLessThan(48);
    expect(speed - before.speed).toBeLessThanOrEqual(1.6);
    // Arriving, the last metres count as a stop.
    expect(before.speed - speed).toBeLessThanOrEqual(vehicle.riding ? 3 : 20);
    expect(odo - before.odo).toBeGreaterThanOrEqual(0);
    expect(odo - before.odo).toBeLessThan(15);
    const soc = bat?.[0]?.soc ?? -1;
    expect(soc >= 0 && soc <= 100).toBe(true);
    expect(Math.abs(soc - before.soc)).toBeLessThanOrEqual(1);
    expect(st?.acc).toBe(vehicle.riding);
    const place = { lat: pos?.lat ?? 31.2, lng: pos?.lng ?? 121.4 };
    expect(Math.hypot((place.lat - 31.2) * 111, (place.lng - 121.4) * 95)).toBeLessThan(25);
    if (vehicle.riding) rideSeconds++;
    if (vehicle.riding && speed === 0) stops++;
    before = { ...before, speed, odo, soc };
  }
  expect(rideSeconds).toBeGreaterThan(300);
  expect(stops).toBeGreaterThan(0);
});

test('it goes on where it was left', () => {
  const vehicle = vehicleOf(5, {
    last: { lng: 121.444, lat: 31.222, soc: 33, odometerM: 4_321_000, cycles: 77, soh: 91 },
  });
  const sample = vehicle.sample(true);
  expect(sample).toMatchObject({ odo: 4_321_000, bat: [{ sn: 'SN5', soc: 33, cyc: 77, soh: 91 }] });
  expect(sample.ecu?.map((part) => part.type)).toEqual(['VCU', 'MCU', 'BMS', 'METER']);
  // Unless it stands in a cellar.
  expect(sample.pos?.lat ?? 31.222).toBeCloseTo(31.222, 3);
});
