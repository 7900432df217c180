import { expect, test } from 'vitest';
import { groupsOf, snapshotGroups } from '../src/domains/alarms/detail/snapshot-groups.ts';

const shownAt = (alarmType: string, values: Readonly<Record<string, unknown>>) =>
  groupsOf(alarmType, values, Object.keys(values));

test('a value belongs to one part', () => {
  const names: string[] = snapshotGroups.flatMap((group) => [...group.names]);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('the state at an alarm: what it is about, then the parts, each with what is out of order first', () => {
  const values = { odometerKm: 8, armed: 1, speedKmh: 130, csq: 4, gpsValid: 1, soc: 12, soh: 92, voltageV: 60, x: 1 };
  expect(shownAt('SOC_LOW', values)).toEqual([
    { title: 'subject', names: ['soc'] },
    { title: 'vehiclePart', names: ['speedKmh', 'armed', 'odometerKm'] },
    { title: 'batteryPart', names: ['soh', 'voltageV'] },
    { title: 'networkPart', names: ['csq', 'gpsValid'] },
    { title: 'otherPart', names: ['x'] },
  ]);
  expect(shownAt('SOC_LOW', { soh: 60, voltageV: 60 })).toEqual([{ title: 'batteryPart', names: ['soh', 'voltageV'] }]);
  expect(shownAt('NO_SUCH_TYPE', { voltageV: 60, tempMaxC: 71 })).toEqual([
    { title: 'batteryPart', names: ['tempMaxC', 'voltageV'] },
  ]);
});
