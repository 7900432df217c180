import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { datumOf } from '../src/ui/map/datum.ts';

const bund: [number, number] = [121.4905, 31.2384];
const metres = ([aLng, aLat]: readonly number[], [bLng, bLat]: readonly number[]): number =>
  Math.hypot(((aLng ?? 0) - (bLng ?? 0)) * 95_000, ((aLat ?? 0) - (bLat ?? 0)) * 111_000);

describe('coordinates on a base map', () => {
  test.each([
    ['the bundled map', {}],
    ['while the configuration is unknown', undefined],
    ['tiles of an address', { tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png' }],
    [
      'tiles of an address, with an AMap key besides',
      { tilesUrl: 'https://tiles.example/{z}/{x}/{y}.png', amapKey: 'k' },
    ],
  ])('stay as they are on %s', (_name, config) => {
    expect(datumOf(config).toMap(bund)).toEqual(bund);
    expect(datumOf(config).fromMap(bund)).toEqual(bund);
  });

  test('are shifted to GCJ-02 on AMap, some hundred metres in China and not at all abroad', () => {
    const datum = datumOf({ amapKey: 'k' });
    const shifted = metres(datum.toMap(bund), bund);
    expect(shifted).toBeGreaterThan(300);
    expect(shifted).toBeLessThan(800);
    expect(datum.toMap([2.3522, 48.8566])).toEqual([2.3522, 48.8566]);
  });

  test('come back from AMap to where they were, to a few metres', () => {
    const datum = datumOf({ amapKey: 'k' });
    fc.assert(
      fc.property(
        fc.double({ min: 100, max: 120, noNaN: true }),
        fc.double({ min: 23, max: 40, noNaN: true }),
        (lng, lat) => {
          expect(metres(datum.fromMap(datum.toMap([lng, lat])), [lng, lat])).toBeLessThan(5);
        },
      ),
    );
  });
});
