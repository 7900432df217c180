import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameError, FrameFilter } from '../../src/gateway/frames.ts';
import { geoCell, cellCentre, cellRanges } from '../../src/gateway/geo.ts';

const limit = 300;

function publish(topic: string, messageId: number, size: number): Buffer {
  const body = Buffer.concat([
    Buffer.from([0, topic.length]),
    Buffer.from(topic),
    Buffer.from([messageId >> 8, messageId & 0xff]),
    Buffer.alloc(size, 0x61),
  ]);
  let rest = body.length;
  const head = [0x32];
  do {
    head.push((rest % 128) | (rest > 127 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(head), body]);
}
const ping = Buffer.from([0xc0, 0]);

test('in whatever pieces bytes arrive: fitting frames pass untouched, oversized ones lose their payload and nothing else', () => {
  const frames = fc.array(fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 900 })), { maxLength: 12 });
  fc.assert(
    fc.property(frames, fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1 }), (sizes, cuts) => {
      const sent: Buffer[] = [];
      const expected: Buffer[] = [];
      const dropped: number[] = [];
      sizes.forEach((size, n) => {
        const frame = size === null ? ping : publish('v1/x/up/telemetry', n + 1, size);
        const over = size !== null && size + 21 > limit;
        sent.push(frame);
        expected.push(over ? publish('v1/x/up/telemetry', n + 1, 0) : frame);
        if (over) dropped.push(n + 1);
      });
      const reported: number[] = [];
      const filter = new FrameFilter(limit, (messageId) => reported.push(messageId));
      const bytes = Buffer.concat(sent);
      const out: Buffer[] = [];
      for (let at = 0, n = 0; at < bytes.length; n++) {
        const step = cuts[n % cuts.length] ?? 1;
        out.push(filter.push(bytes.subarray(at, at + step)) ?? Buffer.alloc(0));
        at += step;
      }
      expect(Buffer.concat(out).equals(Buffer.concat(expected))).toBe(true);
      expect(reported).toEqual(dropped);
    }),
    { numRuns: 500 },
  );
});

test('what is no MQTT, or far too large to be, ends the connection', () => {
  const filter = () => new FrameFilter(limit, () => undefined);
  expect(() => filter().push(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 1]))).toThrow(FrameError);
  expect(() => filter().push(Buffer.from([0x82, 0xff, 0xff, 0xff, 0x7f]))).toThrow(FrameError);
  expect(() => filter().push(Buffer.from([0x32, 0xff, 0xff, 0x7f, 0xff, 0xff]))).toThrow(FrameError);
});

test('the ranges of a view hold every cell in it, and few others', () => {
  const view = fc.record({
    lng: fc.double({ min: -179, max: 178, noNaN: true }),
    lat: fc.double({ min: -84, max: 83, noNaN: true }),
    width: fc.double({ min: 0.001, max: 1, noNaN: true }),
    x: fc.double({ min: 0, max: 1, noNaN: true }),
    y: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(view, ({ lng, lat, width, x, y }) => {
      const ranges = cellRanges({ west: lng, south: lat, east: lng + width, north: lat + width });
      expect(ranges.length).toBeLessThanOrEqual(36);
      const cell = geoCell(lng + width * x, lat + width * y);
      expect(ranges.some(({ from, to }) => cell >= from && cell <= to)).toBe(true);
    }),
  );
  const centre = cellCentre(geoCell(121.4737, 31.2304), 16);
  expect(Math.abs(centre.lng - 121.4737)).toBeLessThan(0.006);
  expect(Math.abs(centre.lat - 31.2304)).toBeLessThan(0.006);
});
