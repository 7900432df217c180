import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTrips, stopsBetween } from '../../src/modules/trips/find.ts';
import type { Found } from '../../src/modules/trips/found.ts';
import { TripMachine } from '../../src/modules/trips/machine.ts';
import { defaultRules, inOrder, type Sample } from '../../src/modules/trips/sample.ts';
import { freshState, stateOf, stateText } from '../../src/modules/trips/state.ts';
import { clock, start, reported } from './kit.ts';

const stand = (sec: number, more = {}) => ({ sec, kmh: 0, ...more });
const go = (sec: number, kmh = 36, more = {}) => ({ sec, kmh, ...more });
const noOdo = { odo: null };

/** `start-end metres` of each trip. */
const shown = ({ trips }: Found): string[] =>
  trips.map(
    ({ start: from, end, metres, open }) =>
      `${clock(from.ts)}-${clock(end.ts)} ${Math.round(metres)}${open ? ' …' : ''}`,
  );

interface Case {
  readonly name: string;
  readonly samples: Sample[];
  readonly trips: string[];
  /** Metres of each day. */
  readonly days?: number[];
}

const cases: readonly Case[] = [
  { name: 'standing is no trip', samples: reported([stand(3600)]), trips: [], days: [0] },
  {
    name: 'a ride between two stands',
    samples: reported([stand(600), go(600), stand(600)]),
    trips: ['00:10:10-00:21:00 6000'],
    days: [6000],
  },
  {
    name: 'within the circle there is no trip',
    samples: reported([stand(300), go(9, 36, { every: 1 }), stand(600)]),
    trips: [],
    days: [90],
  },
  {
    name: 'a light is no end',
    samples: reported([stand(300), go(300), stand(60, { every: 10, acc: 1 }), go(300), stand(600)]),
    trips: ['00:05:10-00:17:00 6000'],
  },
  {
    name: '180 s inside the circle end it where it came to rest, though power stays on',
    samples: reported([stand(300), go(300), stand(240, { every: 10, acc: 1 }), go(300), stand(600)]),
    trips: ['00:05:10-00:10:10 3000', '00:14:10-00:20:00 3000'],
  },
  {
    name: 'power off ends it at once',
    samples: reported([stand(300), go(300), stand(20, { every: 10, acc: 0 }), go(300), stand(600)]),
    trips: ['00:05:10-00:10:10 3000', '00:10:30-00:16:20 3000'],
  },
  {
    name: 'a gap over 600 s splits it',
    samples: reported([stand(300), go(300), go(700, 36, { silent: true }), go(300), stand(600)]),
    trips: ['00:05:10-00:10:00 3000', '00:21:50-00:27:40 2900'],
    days: [13_000],
  },
  {
    name: 'a gap up to 600 s does not',
    samples: reported([stand(300), go(300), go(590, 36, { silent: true }), go(300), stand(600)]),
    trips: ['00:05:10-00:25:50 11900'],
  },
  {
    name: 'under 100 m by the odometer it is dropped',
    samples: reported([stand(300), go(30), stand(600)], { change: () => ({ odo: 5000 }) }),
    trips: [],
    days: [0],
  },
  {
    name: 'without an odometer the track counts',
    samples: reported([stand(600), go(600), stand(600)], noOdo),
    trips: ['00:10:10-00:21:00 6000'],
    days: [6000],
  },
  {
    name: 'where the odometer is silent for a while its next value covers the way',
    samples: reported([stand(600), go(600), stand(600)], {
      change: ({ odo }, at) => ({ odo: at > 20 && at < 50 ? null : odo }),
    }),
    trips: ['00:10:10-00:21:00 6000'],
    days: [6000],
  },
  {
    name: 'jumps above 150 km/h are dropped',
    samples: reported([stand(600), go(600), stand(600)], {
      ...noOdo,
      change: ({ lat }, at) => (at === 40 && lat !== null ? { lat: lat + 0.05 } : {}),
    }),
    trips: ['00:10:10-00:21:00 6000'],
    days: [6000],
  },
  {
    name: 'a wandering receiver makes no trip',
    samples: reported([stand(7200)], {
      ...noOdo,
      change: ({ lat }, at) => ({ lat: (lat ?? 0) + ((at * 37) % 11) * 0.00012 }),
    }),
    trips: [],
    days: [0],
  },
  {
    name: 'positions of a poor fix make no trip',
    samples: reported([stand(3600)], {
      ...noOdo,
      change: ({ lat }, at) => (at % 5 === 0 ? { lat: (lat ?? 0) + 0.01, hdop: 9 } : {}),
    }),
    trips: [],
    days: [0],
  },
  {
    name: 'a lowered odometer is a new baseline',
    samples: reported([stand(600), go(600), stand(600)], {
      change: ({ odo }, at) => ({ odo: at > 40 ? (odo ?? 0) - 9000 : odo }),
    }),
    trips: ['00:10:10-00:21:00 6000'],
    days: [6000],
  },
  {
    name: 'a towed vehicle rides too',
    samples: reported([stand(600), go(600, 36, { acc: 0 }), stand(600)]),
    trips: ['00:10:10-00:21:00 6000'],
  },
  {
    name: 'a device that never reports speed or power',
    samples: reported([stand(600), go(600), stand(600)], { change: () => ({ kmh: null, acc: null }) }),
    trips: ['00:10:00-00:21:00 6000'],
  },
  {
    name: 'one that reports every five minutes',
    samples: reported([stand(1200, { every: 300 }), go(1200, 36, { every: 300 }), stand(1200, { every: 300 })]),
    trips: ['00:20:00-00:40:00 12000'],
  },
  { name: 'a ride under way', samples: reported([stand(600), go(600)]), trips: ['00:10:10-00:20:00 6000 …'] },
  {
    name: 'a ride over midnight belongs to the day it began, its metres to both',
    samples: reported([stand(600), go(600), stand(600)], { from: start + 15.75 * 3_600_000 }),
    trips: ['15:55:10-16:06:00 6000'],
    days: [2900, 3100],
  },
];

describe('trips', () => {
  test.each(cases)('$name', ({ samples, trips, days }) => {
    const found = findTrips(samples);
    expect(shown(found)).toEqual(trips);
    if (days) expect(found.days.map((day) => Math.round(day.metres))).toEqual(days);
  });

  test('rules of the model count', () => {
    const samples = reported([stand(300), go(300), stand(90, { every: 10, acc: 1 }), go(300), stand(600)]);
    expect(findTrips(samples).trips).toHaveLength(1);
    expect(findTrips(samples, { rules: { ...defaultRules, stopSec: 60 } }).trips).toHaveLength(2);
    expect(findTrips(samples, { rules: { ...defaultRules, radiusM: 20_000 } }).trips).toHaveLength(0);
  });

  test('start, end, charge, top speed', () => {
    const [trip] = findTrips(reported([stand(600), go(600), stand(600)])).trips;
    expect(trip).toMatchObject({ start: { soc: 90 }, end: { soc: 84 }, maxKmh: 36 });
    expect(trip?.points).toBe(61);
    expect((trip?.end.lng ?? 0) - (trip?.start.lng ?? 0)).toBeCloseTo(0.062, 3);
  });
});

describe('odometer', () => {
  test('a value that went back is reported, with both values', () => {
    const found = findTrips(
      reported([go(600)], { change: ({ odo }, at) => ({ odo: at > 40 ? (odo ?? 0) - 9000 : odo }) }),
    );
    expect(found.resets).toEqual([{ ts: start + 420_000, from: 14_100, to: 5200 }]);
    expect(found.days[0]).toMatchObject({ resets: 1, joins: 0, jumps: 0 });
  });

  test('a change of the control unit joins the two odometers and is no reset', () => {
    const change = ({ odo }: Sample, at: number) => ({ odo: at > 40 ? (odo ?? 0) + 5_000_000 : odo });
    const found = findTrips(reported([go(600)], { change }), { changes: [start + 3_600_000] });
    expect(found.days[0]).toMatchObject({ resets: 0, joins: 1 });
    expect(found.days[0]?.metres).toBeCloseTo(5900, -1);
    // Without such a change it is told as a jump; no vehicle rides 5,000 km in ten seconds.
    const jumped = findTrips(reported([go(600)], { change })).days[0];
    expect(jumped).toMatchObject({ resets: 0, joins: 0, jumps: 1, endOdo: 5_016_000 });
    expect(jumped?.metres).toBeCloseTo(5900, -1);
  });

  test.each([
    ['one value far too high', (odo: number, at: number) => (at === 10 ? odo + 99_000_000 : odo)],
    ['two of them, that differ', (odo: number, at: number) => (at === 10 || at === 11 ? odo + at * 9_000_000 : odo)],
    ['the last one', (odo: number, at: number) => (at === 19 ? odo + 99_000_000 : odo)],
  ])('an odometer that is wrong for a moment counts nothing: %s', (_, wrong) => {
    const change = ({ odo }: Sample, at: number) => ({ odo: wrong(odo ?? 0, at) });
    const [day] = findTrips(reported([go(200, 18)], { change })).days;
    expect(day).toMatchObject({ resets: 0, jumps: 1 });
    expect(day?.metres).toBeGreaterThan(900);
    expect(day?.metres).toBeLessThan(1000);
    expect(day?.endOdo).toBeLessThan(11_001);
  });

  test('a day begins with the odometer of the last reporting day', () => {
    const days = findTrips(reported([go(600), stand(24 * 3600, { every: 300 }), go(600)])).days;
    expect(days.map(({ date, startOdo, endOdo }) => [date, startOdo, endOdo])).toEqual([
      ['2026-03-02', 10_100, 16_000],
      ['2026-03-03', 16_000, 22_000],
    ]);
  });
});

test('stops are what lies between trips', () => {
  const { trips } = findTrips(reported([stand(300), go(300), stand(900), go(300), stand(120), go(300), stand(900)]));
  expect(stopsBetween(trips, 300_000).map(({ from, to }) => `${clock(from)}-${clock(to)}`)).toEqual([
    '00:11:00-00:25:10',
  ]);
});

/** A made-up story: rides, stands, gaps, and a device that leaves things out. */
const story = fc
  .record({
    legs: fc.array(
      fc.record({
        sec: fc.integer({ min: 20, max: 1500 }),
        kmh: fc.constantFrom(0, 0, 5, 18, 25, 45),
        every: fc.constantFrom(5, 10, 30, 60, 300),
        acc: fc.constantFrom(0, 1, null),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    gaps: fc.array(fc.nat(7), { maxLength: 2 }),
    spoilt: fc.array(
      fc.record({
        at: fc.nat(300),
        change: fc.constantFrom(
          { odo: null },
          { lng: null, lat: null },
          { kmh: null },
          { hdop: 9 },
          { lat: 31.3 },
          { odo: 7 },
        ),
      }),
      { maxLength: 20 },
    ),
  })
  .map(({ legs, gaps, spoilt }) =>
    reported(
      legs.map((leg, at) => ({ ...leg, silent: gaps.includes(at) })),
      {
        change: (_, at) =>
          Object.assign({}, ...spoilt.filter((one) => one.at === at).map((one) => one.change)) as Partial<Sample>,
      },
    ),
  )
  .filter((samples) => samples.length > 0);

const shuffledStory = story.chain((samples) =>
  fc.record({
    samples: fc.constant(samples),
    mixed: fc
      .tuple(fc.shuffledSubarray(samples, { minLength: samples.length }), fc.subarray(samples))
      .map(([all, again]) => [...all, ...again]),
  }),
);

describe('for any story', () => {
  test('any order and any repetition give the same trips, stops and mileage', () => {
    fc.assert(
      fc.property(shuffledStory, ({ samples, mixed }) => {
        const found = findTrips(samples);
        expect(findTrips(mixed)).toEqual(found);
        expect(stopsBetween(findTrips(mixed).trips, 300_000)).toEqual(stopsBetween(found.trips, 300_000));
      }),
      { numRuns: 60 },
    );
  });

  test('going on from a remembered state is as if there had been no pause', () => {
    fc.assert(
      fc.property(story, fc.nat(), (samples, cut) => {
        const ordered = inOrder(samples);
        const at = cut % (ordered.length + 1);
        const first = new TripMachine();
        for (const sample of ordered.slice(0, at)) first.add(sample);
        const second = new TripMachine(defaultRules, stateOf(stateText(first.state)));
        for (const sample of ordered.slice(at)) second.add(sample);
        const whole = findTrips(samples);
        const rest = second.soFar();
        expect([...first.found.trips, ...rest.trips]).toEqual(whole.trips);
        expect([...first.found.days, ...rest.days]).toEqual(whole.days);
        expect([...first.found.resets, ...rest.resets]).toEqual(whole.resets);
      }),
      { numRuns: 60 },
    );
  });

  test('trips follow each other, are long enough, and lie within the samples', () => {
    fc.assert(
      fc.property(story, (samples) => {
        const { trips, days } = findTrips(samples);
        let free = samples[0]?.ts ?? 0;
        for (const trip of trips) {
          expect(trip.start.ts).toBeGreaterThanOrEqual(free);
          expect(trip.end.ts).toBeGreaterThan(trip.start.ts);
          expect(trip.metres).toBeGreaterThanOrEqual(100);
          free = trip.end.ts;
        }
        expect(free).toBeLessThanOrEqual(samples.at(-1)?.ts ?? 0);
        for (const day of days) expect(day.metres).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 60 },
    );
  });
});

test('what is remembered of the past is small', () => {
  const machine = new TripMachine(defaultRules, freshState());
  for (const sample of reported([stand(600), go(3000)])) machine.add(sample);
  expect(stateText(machine.state).length).toBeLessThan(1200);
});
