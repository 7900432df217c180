import { createHash } from 'node:crypto';
import { crc16, crc16Start, crc16Text } from '@wheelhouse/contract/crc16';
import { afterEach, expect, test } from 'vitest';
import { fateOf, fates, noMishaps, outcomeOf, readMishaps, usualMishaps } from '../src/ota/dice.ts';
import { readReleaseKeys } from '../src/ota/verify.ts';
import { midnight, vehicleOf } from './fixture.ts';
import {
  clientOf,
  file,
  jobOf,
  sha256Of,
  signatureOf,
  standing,
  startPackages,
  version,
  type Trouble,
} from './package-server.ts';

let server: Awaited<ReturnType<typeof startPackages>> | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
async function serve(bytes = file, trouble?: Trouble): Promise<string> {
  server = await startPackages(bytes, trouble);
  return server.url;
}

test('it downloads by ranges, checks, installs, starts again and then has the new version', async () => {
  const url = await serve();
  const client = clientOf();
  client.ota.handle(jobOf(url));
  await client.ended;
  expect([...new Set(client.events)]).toEqual([
    'accepted',
    'downloading',
    'downloaded',
    'verified',
    'installing',
    'rebooting',
    'reboot',
    'succeeded',
  ]);
  expect(client.vehicle.parts.VCU.software).toBe(version);
  expect(client.vehicle.sample(true).ecu).toContainEqual({ type: 'VCU', sw: version, hw: 'V1.3', ok: true });
  // Ranges follow each other without a gap.
  expect(server?.asked).toEqual((server?.asked ?? []).toSorted((a, b) => a - b));
  expect(server?.asked.length).toBeGreaterThan(5);
});

test('a job has one effect; sent again it is answered with its end', async () => {
  const url = await serve();
  const client = clientOf();
  client.ota.handle(jobOf(url));
  client.ota.handle(jobOf(url));
  await client.ended;
  client.ota.offer(jobOf(url));
  client.ota.handle(jobOf(url));
  expect(client.events.filter((one) => one === 'reboot')).toHaveLength(1);
  expect(client.events.filter((one) => one === 'accepted')).toHaveLength(1);
  expect(client.steps.slice(-2).map(({ st }) => st)).toEqual(['succeeded', 'succeeded']);
});

test('connections that break are resumed at the byte, with the same bytes in the end', async () => {
  let requests = 0;
  const url = await serve(file, (response, from) => {
    requests++;
    if (requests % 3 !== 0) return false;
    // Some bytes, and then no more.
    response.writeHead(206, {
      'content-range': `bytes ${from}-${from + 9_999}/${file.length}`,
      'content-length': 10_000,
    });
    response.write(file.subarray(from, from + 777), () => response.destroy());
    return true;
  });
  const client = clientOf({ network: { bytesPerSecond: 1e9, breakChance: 0.5, pauseMs: 1 } });
  client.ota.handle(jobOf(url));
  await client.ended;
  expect(client.events.at(-1)).toBe('succeeded');
  expect(server?.asked.some((from) => from % 12_000 !== 0)).toBe(true);
});

test('a server that fails now and then is asked again; one that fails for ever is E05', async () => {
  let requests = 0;
  const url = await serve(file, (response) => {
    requests++;
    if (requests % 2 === 0) return false;
    response.writeHead(503).end();
    return true;
  });
  const client = clientOf();
  client.ota.handle(jobOf(url));
  await client.ended;
  expect(client.events.at(-1)).toBe('succeeded');
  await server?.stop();
  server = undefined;
  const later = clientOf();
  later.ota.handle(jobOf(url));
  await later.ended;
  expect(later.steps.at(-1)).toMatchObject({ st: 'failed', err: 'E05' });
});

test('a package withdrawn during the download ends it; an address that is over is asked for again', async () => {
  const url = await serve(file, (response, from) => {
    if (from < 50_000) return false;
    response.writeHead(410).end();
    return true;
  });
  const client = clientOf();
  client.ota.handle(jobOf(url));
  await client.ended;
  expect(client.steps.at(-1)).toMatchObject({ st: 'failed', err: 'E99' });
  expect(client.vehicle.parts.VCU.software).toBe('V2.3.1');
  await server?.stop();

  let isOver = true;
  const again = await serve(file, (response, from) => {
    if (from < 50_000 || !isOver) return false;
    response.writeHead(403).end();
    return true;
  });
  const renewed = clientOf({
    renew: async () => {
      isOver = false;
      return `${again}?new`;
    },
  });
  renewed.ota.handle(jobOf(again));
  await renewed.ended;
  expect(renewed.events.at(-1)).toBe('succeeded');
});

test('nothing is installed that is not what was announced, not signed, or for another part', async () => {
  const url = await serve();
  const endOf = async (job: ReturnType<typeof jobOf>, vehicle = standing()) => {
    const client = clientOf({ vehicle });
    client.ota.handle(job);
    await client.ended;
    expect(client.events).not.toContain('reboot');
    const { st, err } = client.steps.at(-1) ?? {};
    return `${st} ${err}`;
  };
  expect(await endOf(jobOf(url, { sha256: sha256Of(Buffer.from('x')) }))).toBe('failed E02');
  expect(await endOf(jobOf(url, { size: file.length - 1 }))).toBe('failed E02');
  expect(await endOf(jobOf(url, { sig: signatureOf(Buffer.from('another file')) }))).toBe('failed E03');
  const { sig: _sig, ...unsigned } = jobOf(url).pkgs[0] ?? { url, ecu: '', ver: '', size: 0, sha256: '' };
  expect(await endOf({ ...jobOf(url), pkgs: [unsigned] })).toBe('failed E03');
  // The header is signed with the file.
  expect(await endOf(jobOf(url, { ver: 'V9.0.0' }))).toBe('failed E08');
  expect(await endOf(jobOf(url, { ecu: 'METER' }))).toBe('failed E08');
  const other = vehicleOf(1, { parts: [{ deviceType: 1, model: 'ZK1', hardware: 'V1.1', software: 'V2.3.1' }] });
  expect(await endOf(jobOf(url), other)).toBe('failed E08');
  // Refused before a byte is fetched.
  expect(await endOf(jobOf(url, { ecu: 'TOASTER' }))).toBe('rejected E06');
  expect(await endOf(jobOf(url, { from: ['>=V2.3.2'] }))).toBe('rejected E08');
  expect(await endOf(jobOf(url, { from: ['>=V2.0.0', '<V2.3.1'] }))).toBe('rejected E08');
  expect(await endOf(jobOf(url, { hw: ['V1.1', 'V1.2'] }))).toBe('rejected E08');
  expect(await endOf({ ...jobOf(url), exp: midnight - 1 })).toBe('rejected E99');
});

test('a vehicle of the first platform checks the sums of an unsigned package', async () => {
  const url = await serve();
  const md5 = createHash('md5').update(file).digest('hex');
  const sums = { md5, crc16: crc16Text(crc16(file, crc16Start)), ver: 'ZK1_20250615_A02' };
  const { sig: _sig, ...pkg } = { ...jobOf(url).pkgs[0], ...sums, ecu: 'VCU', url, size: file.length };
  const endOf = async (more: object) => {
    const vehicle = vehicleOf(4, {
      otaGeneration: 1,
      parts: [{ deviceType: 1, model: 'ZK1', hardware: 'V1.1', software: 'ZK1_20230615_A02' }],
    });
    const client = clientOf({ vehicle });
    const job = {
      v: 1,
      job: 'J1',
      need: { parked: false },
      pkgs: [{ ...pkg, sha256: sha256Of(file), ...more }],
    } as const;
    client.ota.handle(job);
    await client.ended;
    return [client.steps.at(-1)?.st, client.steps.at(-1)?.err, client.vehicle.parts.VCU.software];
  };
  const before = 'ZK1_20230615_A02';
  expect(await endOf({ crc16: '0000' })).toEqual(['failed', 'E02', before]);
  expect(await endOf({ md5: '0'.repeat(32) })).toEqual(['failed', 'E02', before]);
  expect(await endOf({})).toEqual(['succeeded', undefined, 'ZK1_20250615_A02']);
});

test('it waits until it stands, is charged and the hour has come; a job that is called off ends in silence', async () => {
  const url = await serve();
  let now = midnight;
  const client = clientOf({ now: () => now });
  const deferred = Promise.withResolvers<void>();
  const waiting = clientOf({
    now: () => now,
    say: ({ st }) => {
      if (st === 'deferred') deferred.resolve();
      waiting.events.push(st);
      return true;
    },
  });
  const job = { ...jobOf(url), win: ['01:00', '05:00'] as const, need: { soc: 1, parked: false } };
  waiting.ota.handle(job);
  await deferred.promise;
  expect(waiting.events).not.toContain('installing');
  waiting.ota.handle({ ...job, pkgs: [] });
  now = midnight + 2 * 3_600_000;
  client.ota.handle(job);
  await client.ended;
  expect(client.events.at(-1)).toBe('succeeded');
  expect(waiting.events.at(-1)).toBe('deferred');
});

test('what could not be said is said when the connection is back', async () => {
  const url = await serve();
  let isConnected = false;
  const said: string[] = [];
  const all = Promise.withResolvers<void>();
  const client = clientOf({
    say: ({ st }) => {
      if (st === 'succeeded') all.resolve();
      if (isConnected) said.push(st);
      return isConnected;
    },
  });
  client.ota.handle(jobOf(url));
  await all.promise;
  isConnected = true;
  client.ota.online();
  expect(said[0]).toBe('accepted');
  expect(said.at(-1)).toBe('succeeded');
  expect(said.filter((st) => st === 'succeeded')).toHaveLength(1);
});

test('each mishap ends as its dice say', async () => {
  const url = await serve();
  for (const fate of fates.filter((one) => one !== 'silence')) {
    const client = clientOf({ mishaps: { ...noMishaps, [fate]: 1 } });
    expect(fateOf(client.vehicle.spec.seed, 'J1', { ...noMishaps, [fate]: 1 })).toBe(fate);
    client.ota.handle(jobOf(url));
    await client.ended;
    const { reported, failCode, isNew } = outcomeOf(fate);
    expect(client.steps.at(-1), fate).toMatchObject({ st: reported, ...(failCode !== undefined && { err: failCode }) });
    expect(client.vehicle.parts.VCU.software === version, fate).toBe(isNew);
  }
});

test('the dice fall by their shares, and the same for the same vehicle and job', () => {
  const counts = new Map<string, number>();
  const draws = 40_000;
  for (let n = 0; n < draws; n++) {
    const fate = fateOf(n * 7919, `J${n % 97}`, usualMishaps);
    expect(fateOf(n * 7919, `J${n % 97}`, usualMishaps)).toBe(fate);
    counts.set(fate, (counts.get(fate) ?? 0) + 1);
  }
  for (const fate of fates) {
    const expected = usualMishaps[fate] * draws;
    expect(Math.abs((counts.get(fate) ?? 0) - expected), fate).toBeLessThan(5 * Math.sqrt(expected));
  }
});

test('shares and keys are read strictly', () => {
  expect(readMishaps('hash=0.25,lie=.5')).toMatchObject({ hash: 0.25, lie: 0.5, storage: 0 });
  expect(readMishaps('none')).toEqual(noMishaps);
  for (const wrong of ['hash', 'flood=0.1', 'hash=2', 'hash=0.6,lie=0.6', ''])
    expect(() => readMishaps(wrong)).toThrow('SIMULATOR_OTA_MISHAPS');
  expect(readReleaseKeys('')).toEqual([]);
  expect(() => readReleaseKeys('AAAA')).toThrow('32 bytes');
});
