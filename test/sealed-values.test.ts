import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entities, plain } from '@wheelhouse/entities/registry';
import { expect, test } from 'vitest';
import { filesIn, root } from './imports.ts';

// Whoever can ask whether a record has a given sealed value can find the value by asking often enough. So it is asked in few places, and each says
// what keeps it from being asked often. A new one fails here: use `entity/sealed-lookup.ts`, or say why not.

const server = 'apps/server/src';
const sources = filesIn(server)
  .filter((file) => !file.includes('/seed/'))
  .map((file) => ({ file: file.slice(server.length + 1), text: readFileSync(join(root, file), 'utf8') }));

/** Files that use a function, other than the one that has it. */
const usersOf = (name: string): string[] =>
  sources
    .filter(
      ({ text }) => new RegExp(`\\b${name}\\(`).test(text) && !new RegExp(`(function|const) ${name}\\b`).test(text),
    )
    .map(({ file }) => file)
    .toSorted();

/** The keyed hash itself. */
const hashes: Readonly<Record<string, string>> = {
  'adapters/aliyun/sandbox.ts': 'its own messages by their number, as the real service has them',
  'backup/rekey.ts': 'seals stored values with another key: it compares each with itself',
  'entity/compare.ts': 'the engine’s conditions, which `admit` has let in',
  'entity/sealed-lookup.ts': 'the guarded place',
  'modules/access/login.ts': 'the key of a counter',
  'modules/access/proofs.ts': 'a check compares stored values with their own hashes',
  'modules/access/sms-codes.ts': 'a code, and the number it was sent to: counted by number and address',
  'modules/access/sms-outbox.ts': 'codes of an installation without a provider: administrators alone, each look traced',
  'modules/access/totp.ts': 'recovery codes of one’s own account',
  'modules/events/draws/draw.ts': 'phones of a campaign, no sealed value',
  'modules/events/shares/visitor.ts': 'address and system of a visitor by a key of the day, no sealed value',
  'modules/files/pdf-pages.ts': 'names of drawn pages',
  'modules/marketing/promotions/device.ts': 'address and system of a phone, no sealed value',
  'modules/prizes/winnings/pick-code.ts': 'a code of six digits: wrong ones are counted by account',
  'modules/users/sign-in.ts': 'keys of a counter and of a device',
};

/** What looks records up by a sealed value. */
const lookups: Readonly<Record<string, readonly string[]>> = {
  // A right, a count and a trace each.
  admitSealed: ['entity/admit.ts'],
  sealedHash: ['entity/sealed-lookup.ts', 'entity/sensitive.ts'],
  hashesOfList: [
    'modules/messages/activity/numbers.ts',
    'modules/prizes/coupons/grant-rows.ts',
    'modules/users/tags/members.ts',
  ],
  // An owner’s limit.
  hashForOwner: ['modules/binding/app-calls.ts'],
  // Part of a proof, with limits of its own.
  hashOfProved: ['modules/access/accounts.ts', 'modules/users/mobile-change.ts', 'modules/users/sign-in.ts'],
  // One’s own record, and those that an administrator has released.
  hashOfReleased: ['modules/messages/test-numbers.ts'],
  // Values that must be unique.
  admitUnique: ['entity/write.ts'],
};

/** Files whose SQL names a hash of a sealed field, and why. */
const columns: Readonly<Record<string, string>> = {
  'adapters/aliyun/sandbox.ts': 'its own messages',
  'modules/access/accounts.ts': 'sign-in',
  'modules/access/sms-codes.ts': 'codes',
  'modules/access/sms-outbox.ts': 'codes',
  'modules/changes/service.ts': 'erases them',
  'modules/messages/activity/numbers.ts': 'a list that was let in',
  'modules/messages/test-numbers.ts': 'one’s own number and test accounts',
  'modules/repairs/people.ts': 'erases them',
  'modules/prizes/winnings/erase.ts': 'erases them',
  'modules/feedback/records.ts': 'erases them',
  'modules/events/draws/draw.ts': 'staff win nothing',
  'modules/prizes/coupons/grant-rows.ts': 'users of a list that was let in',
  'modules/users/tags/members.ts': 'users of a list that was let in',
  'modules/users/deletion.ts': 'erases them',
  'modules/users/mobile-change.ts': 'whether a number that was proven is free',
  'modules/users/sign-in.ts': 'sign-in',
  'modules/audience/service.ts': 'users of a list that was let in',
  'modules/binding/app-calls.ts': 'an owner’s limit',
  'modules/vehicles/xp/sync.ts': 'stores them',
};

test('the keyed hash is made in known places alone', () => {
  expect(usersOf('hashOf')).toEqual(Object.keys(hashes).toSorted());
});

test.each(Object.entries(lookups))('%s is used in known places alone', (name, files) => {
  expect(usersOf(name)).toEqual(files.toSorted());
});

test('statements name hashes of sealed fields in known places alone', () => {
  const names = Object.values(entities).flatMap((entity) =>
    Object.entries(plain(entity).fields).flatMap(([name, field]) => (field.kind === 'private' ? [name] : [])),
  );
  const column = (name: string) => `${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_hash`;
  const all = [...new Set(names.flatMap((name) => [column(name), `'${name}Hash'`]))];
  const found = sources.filter(({ text }) => all.some((name) => text.includes(name))).map(({ file }) => file);
  expect(found.toSorted()).toEqual(Object.keys(columns).toSorted());
});

test('no sheet holds a sealed value that must be unique: its preview would say which are taken', () => {
  const wrong = Object.values(entities)
    .map((entity) => plain(entity))
    .filter(
      ({ calls, fields }) =>
        calls.includes('import') && Object.values(fields).some((field) => field.kind === 'private' && field.unique),
    );
  expect(wrong.map(({ name }) => name)).toEqual([]);
});
