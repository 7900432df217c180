import { vi } from 'vitest';

// One second, the default, is little on a machine that does something else as well. What has come is seen at once all the same.
const { waitFor } = vi;
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, { timeout: 15_000, ...(typeof options === 'number' ? { timeout: options } : options) });
