import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Commands, notLoaded, refusal, type CommandContext } from '../src/commands.ts';
import { Outbox } from '../src/outbox.ts';
import { Random } from '../src/random.ts';
import { midnight, vehicleOf } from './fixture.ts';

test('what was kept without signal arrives once, late and shuffled, in messages of their own', () => {
  const sent: { mid: string; s: { ts: number }[] }[] = [];
  const outbox = new Outbox((_kind, payload) => sent.push(JSON.parse(payload) as (typeof sent)[number]), new Random(4));
  outbox.powerUp(midnight);
  for (let n = 0; n < 100; n++) outbox.keep({ ts: n });
  outbox.report({ ts: 1000 });
  const unique = new Map(sent.map((message) => [message.mid, message]));
  const times = [...unique.values()].flatMap((message) => message.s.map((sample) => sample.ts));
  expect(times[0]).toBe(1000);
  expect(times.toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 100 }, (_, n) => n), 1000]);
  expect(times.slice(1)).not.toEqual(times.slice(1).toSorted((a, b) => a - b));
});

test('some messages come twice, with the same number; a power-up starts new ones', () => {
  const mids: string[] = [];
  const outbox = new Outbox((_kind, payload) => mids.push((JSON.parse(payload) as { mid: string }).mid), new Random(1));
  outbox.powerUp(midnight);
  for (let n = 0; n < 2_000; n++) outbox.report({ ts: n });
  const repeats = mids.length - new Set(mids).size;
  expect(repeats).toBeGreaterThan(3);
  expect(repeats).toBeLessThan(60);
  outbox.powerUp(midnight);
  outbox.report({ ts: 1 });
  expect(mids).not.toContain(undefined);
  expect(Number(mids.at(-1)?.split('-')[0])).toBe(Number(mids[0]?.split('-')[0]) + 1);
});

function listener(n = 1) {
  const vehicle = vehicleOf(n);
  const steps: unknown[][] = [];
  const context: CommandContext = {
    vehicle,
    answer: (...step) => steps.push(step),
    reboot: () => steps.push(['reboot']),
    load: (path) => Promise.resolve(`hash of ${path}`),
    schedule: (work, ms) => void setTimeout(work, ms / 1000),
  };
  return { vehicle, steps, context };
}
const command = (id: string, type: string, more: object = {}) => ({
  v: 1 as const,
  id,
  type,
  args: {},
  iat: midnight,
  exp: midnight + 60_000,
  ...more,
});

test('a command is received, executed and reported; the same id again gets the stored result and does nothing', async () => {
  const commands = new Commands();
  const { vehicle, steps, context } = listener();
  // Of several one may fall silent or fail by chance; all must have been received.
  for (let n = 0; n < 30; n++) commands.handle(command(`c${n}`, 'find'), midnight, context);
  await sleep(60);
  expect(steps.filter((step) => step[0] === 'received')).toHaveLength(30);
  expect(steps.filter((step) => step[0] === 'succeeded').length).toBeGreaterThan(22);
  vehicle.locked = true;
  commands.handle(command('once', 'unlock'), midnight, context);
  await sleep(20);
  const before = steps.length;
  vehicle.locked = true;
  commands.handle(command('once', 'unlock'), midnight, context);
  await sleep(20);
  expect(steps).toHaveLength(before + 1);
  expect(steps.at(-1)).toEqual(steps.at(-2));
  expect(vehicle.locked).toBe(true);
});

test('the voice of a holiday is kept when its file has the announced hash, and forgotten when it is told so', async () => {
  const commands = new Commands();
  const { vehicle, steps, context } = listener();
  const tell = async (id: string, type: string, args: object): Promise<void> => {
    // Now and then it falls silent or fails by chance.
    for (let n = 0; n < 5; n++) commands.handle(command(`${id}${n}`, type, { args }), midnight, context);
    await sleep(30);
  };
  await tell('spoilt', 'setVoice', { voiceId: '7', url: '/a', sha256: 'of another file' });
  expect([vehicle.voices.size, steps.some(([step, code]) => step === 'failed' && code === notLoaded)]).toEqual([
    0,
    true,
  ]);
  await tell('right', 'setVoice', { voiceId: '7', scene: 1, url: '/a', sha256: 'hash of /a' });
  expect(vehicle.voices.get('7')).toMatchObject({ scene: 1, sha256: 'hash of /a' });
  await tell('gone', 'removeVoice', { voiceId: '7' });
  expect(vehicle.voices.size).toBe(0);
});

test('unknown, expired and dangerous-while-moving commands are rejected with their code', () => {
  const commands = new Commands();
  const { vehicle, steps, context } = listener(2);
  commands.handle(command('a', 'toString'), midnight, context);
  commands.handle(command('b', 'find', { exp: midnight - 1 }), midnight, context);
  let at = midnight;
  while (vehicle.speed < 2) vehicle.advance((at += 1000));
  commands.handle(command('c', 'powerOff', { exp: at + 60_000 }), at, context);
  commands.handle(command('d', 'find', { exp: at + 60_000, if: { maxSpeed: 1 } }), at, context);
  expect(steps).toEqual([
    ['rejected', refusal.unsupported],
    ['rejected', refusal.expired],
    ['rejected', refusal.moving],
    ['rejected', refusal.moving],
  ]);
});
