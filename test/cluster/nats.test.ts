import { expect, test } from 'vitest';
import { nats } from './nats.ts';

const reason = nats.leftOut();

test.skipIf(reason !== undefined)(
  `a NATS node killed under load: nothing acknowledged is lost, nothing stored twice${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  async () => {
    const { recoveries, ...counts } = await nats.run({ devices: 12, seconds: 1, short: true });
    expect(counts.acknowledged).toBeGreaterThan(100);
    expect(counts).toMatchObject({ missing: 0, twice: 0 });
    expect(recoveries).toHaveLength(1);
  },
  180_000,
);
