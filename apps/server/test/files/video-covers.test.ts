import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { frameOf } from '../../src/modules/files/video-cover.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { videoOf } from '../support/media.ts';
import { partsOf } from '../support/parts.ts';
import { tempDir } from '../support/temp.ts';
import { addUser, password } from '../access/fixture.ts';

/** Covers of videos, made by a program in the place of FFmpeg: it notes how it was called, and answers as `answer` says. */
const dir = tempDir();
const program = join(dir, 'ffmpeg');
const calls = join(dir, 'calls');
/** Header of a JPEG of 1280×720. */
const picture = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0001108' + '02d0' + '0500' + '03011100021100031100' + 'ffd9',
  'hex',
);

type Answer = 'picture' | 'failure' | 'noise' | 'flood' | 'silence';
function answer(how: Answer): void {
  const body = {
    picture: `process.stdout.write(Buffer.from('${picture.toString('hex')}', 'hex'))`,
    failure: `process.stderr.write('moov atom not found'); process.exitCode = 1`,
    noise: `process.stdout.write('no picture')`,
    flood: `process.stdout.write(Buffer.alloc(8 * 1024 * 1024))`,
    silence: `setInterval(() => undefined, 1000)`,
  }[how];
  const note = `require('node:fs').appendFileSync('${calls}', JSON.stringify([process.argv.slice(2), Object.keys(process.env)]) + '\\n')`;
  writeFileSync(program, `#!${process.execPath}\n${note};\n${body};\n`);
  chmodSync(program, 0o755);
}

let t: TestApp;
let token: string;
let userId: string;
beforeAll(async () => {
  answer('picture');
  t = await createTestApp({ env: { FFMPEG: program } });
  userId = await addUser(t, { username: 'covers.user' });
  token = await t.login('covers.user', password);
});
afterAll(() => t.stop());

interface Cover {
  readonly cover?: Readonly<Record<'fileId' | 'url' | 'contentType', string>> & { readonly width: number | null };
}
let names = 0;
const send = async (file: Buffer) => {
  const sent = await partsOf(t.http, token).send(file, `film${++names}.mp4`);
  return { ...sent, data: sent.data as typeof sent.data & Cover };
};
const callsMade = () =>
  readFileSync(calls, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as [string[], string[]]);

test('a video comes with a cover of its first second, which counts as an upload of its user', async () => {
  const { code, data } = await send(videoOf('wide'));
  expect(code).toBe(0);
  expect(data.cover).toMatchObject({ name: 'cover.jpg', contentType: 'image/jpeg', width: 1280, height: 720 });
  const shown = await t.http.inject({ method: 'GET', url: data.cover?.url ?? '' });
  expect(shown.rawPayload.equals(picture)).toBe(true);
  const { rows } = await t.app.pool.query(
    `select biz, uploader_type, uploader_id::text as uploader from sys_file where file_id = $1`,
    [data.cover?.fileId],
  );
  expect(rows).toEqual([{ biz: 'image', uploader_type: 'user', uploader: userId }]);
  const [options, environment] = callsMade().at(-1) ?? [[], []];
  expect(options.slice(options.indexOf('-protocol_whitelist'), options.indexOf('-i'))).toEqual([
    '-protocol_whitelist',
    'file',
    '-f',
    'mp4',
    '-ss',
    '1',
  ]);
  expect(options[options.indexOf('-i') + 1]).toMatch(/^file:\/.+\/tmp\/[\w-]{36}$/);
  expect(
    environment.filter((name) => !['PATH', '__CF_USER_TEXT_ENCODING'].includes(name)),
    'no secret',
  ).toEqual([]);
});

test('whoever asks again gets the same cover, and no second one is made', async () => {
  const parts = partsOf(t.http, token);
  const film = videoOf('tall');
  const { data: begun } = await parts.begin(film, 'again.mp4');
  await parts.part(begun.uploadId, 0, film);
  const first = await parts.join(begun.uploadId);
  const made = callsMade().length;
  const second = await parts.join(begun.uploadId);
  const coverOf = ({ data }: typeof first) => (data as Cover).cover?.fileId;
  expect(coverOf(first)).toMatch(/^[\w-]{22}$/);
  expect(coverOf(second)).toBe(coverOf(first));
  expect(callsMade()).toHaveLength(made);
});

test.each(['failure', 'noise', 'flood'] as const)(
  'a video is kept without a cover where the program answers with %s',
  async (how) => {
    answer(how);
    const { code, data } = await send(videoOf('wide'));
    expect(code).toBe(0);
    expect(data.fileId).toMatch(/^[\w-]{22}$/);
    expect(data.cover).toBeUndefined();
    answer('picture');
  },
);

test('a program that does not end is ended', async () => {
  answer('silence');
  const begun = Date.now();
  await expect(frameOf(program, '/none.mp4', 1, 500)).rejects.toMatchObject({ killed: true, signal: 'SIGKILL' });
  expect(Date.now() - begun).toBeLessThan(30_000);
  answer('picture');
});

test('the program sees H.264 alone', async () => {
  const made = callsMade().length;
  const { data } = await send(videoOf('hevc'));
  expect(data.cover).toBeUndefined();
  expect(callsMade()).toHaveLength(made);
});
