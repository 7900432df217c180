import { beforeEach, vi } from 'vitest';
import { awayFromHour } from './hours.ts';

// One second, the default, is little on a machine that does something else as well. What has come is seen at once all the same.
const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) });

// Files take the day when they are read, and tests when they begin.
await awayFromHour(30_000);
beforeEach(() => awayFromHour(15_000));
