import fc from 'fast-check';
import { expect, test } from 'vitest';
import { probeAudio } from '../../src/modules/files/audio.ts';
import { soundProblem } from '../../src/modules/vehicles/sounds/hooks.ts';
import { mp3Of, wavOf } from '../support/media.ts';

test('wav: duration, channels and rate, whatever chunks stand before the samples', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 2, noNaN: true }),
      fc.constantFrom(8_000, 16_000, 44_100, 48_000),
      fc.constantFrom(1, 2),
      fc.option(fc.string({ maxLength: 60 }), { nil: undefined }),
      (seconds, rate, channels, note) => {
        const facts = probeAudio(wavOf(seconds, { rate, channels, ...(note !== undefined && { note }) }));
        expect(facts).toMatchObject({ format: 'wav', channels, sampleRateHz: rate });
        expect(facts?.durationSec).toBeCloseTo(seconds, 3);
      },
    ),
    { numRuns: 40 },
  );
});

test('mp3: frames are counted, tags and the encoder’s own frame are not', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 400 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.boolean(),
      fc.boolean(),
      (frames, tagBytes, stereo, info) => {
        const facts = probeAudio(mp3Of(frames, { tagBytes, stereo, info }));
        expect(facts).toMatchObject({ format: 'mp3', channels: stereo ? 2 : 1, sampleRateHz: 16_000 });
        expect(facts?.durationSec).toBeCloseTo(frames * 0.036, 6);
      },
    ),
    { numRuns: 40 },
  );
});

test('anything else is no sound, and never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      probeAudio(Buffer.from(bytes));
      probeAudio(Buffer.concat([wavOf(0.1).subarray(0, 30), bytes]));
      probeAudio(Buffer.concat([mp3Of(3).subarray(0, 100), bytes]));
    }),
  );
  expect(probeAudio(Buffer.from('RIFF\0\0\0\0WAVEfmt '))).toBeUndefined();
  expect(probeAudio(wavOf(1).subarray(0, 44 + 3200))?.durationSec).toBeCloseTo(0.1, 3);
});

test.each([
  ['fits', wavOf(1), undefined],
  ['an mp3 fits too', mp3Of(100), undefined],
  ['too short', wavOf(0.1), /0\.10/],
  ['too long', wavOf(15.5), /15\.50/],
  ['stereo', wavOf(1, { channels: 2 }), /mono/],
  ['other rate', wavOf(1, { rate: 44_100 }), /44100/],
  ['no sound', Buffer.from('hello'), /readable/],
])('%s', (_name, bytes, problem) => {
  const found = soundProblem(probeAudio(bytes), 'en');
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});
