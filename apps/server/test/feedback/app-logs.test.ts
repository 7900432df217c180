import { memorySink, ZipWriter } from '../../src/sheet/zip.ts';
import type { AppLogPage, AppLogRequest } from '@wheelhouse/contract/calls/feedback';
import { formatInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { appLogJobs } from '../../src/modules/feedback/app-logs/jobs.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addFeedback } from '../support/feedback.ts';

const { requested, agreed, uploaded, refused, expired, cleaned } = machines['SM-AppLog'].states;
const base = '/user/crm/appLog';
const hourMs = 3_600_000;

let t: TestApp;
beforeAll(async () => void (t = await createTestApp()));
afterAll(() => t.stop());

const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const post = <Data = unknown>(path: string, body: object) =>
  t.call<Data>('POST', `${base}/${path}`, body, { as: 'admin' });
const inHours = (hours: number): string => formatInstant(new Date(Date.now() + hours * hourMs));
const runJob = (name: string) => appLogJobs.find((job) => job.name === name)?.run(t.app);
const refusedBy = (field: string) => ({ code: 1001, data: { errors: [{ field }] } });

interface Log {
  id: string;
  logNo: string;
  status: number;
  feedbackNo: string | null;
}
const read = async (id: string): Promise<Log> => (await post<Log>('detail', { id })).data;
const formOf = (userId: string, more: object = {}) => ({
  userId,
  logType: 2,
  from: inHours(-48),
  to: inHours(-1),
  reason: '感应解锁失败',
  ...more,
});

/** A request to a new user. */
async function asked(): Promise<Log & { userId: string }> {
  const userId = await addAppUser(t);
  const answer = await post<{ id: string }>('request', formOf(userId));
  expect(answer).toMatchObject({ code: 0 });
  return { ...(await read(answer.data.id)), userId };
}

const app = async <Data = unknown>(userId: string, path: string, body: object, method: 'GET' | 'POST' = 'POST') =>
  t.call<Data>(method, `/app/v1/log/${path}`, body, { as: await issueAppToken(t.app, userId) });

async function zipOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const { sink, bytes } = memorySink();
  const zip = new ZipWriter(sink);
  for (const [name, text] of Object.entries(files)) await zip.add(name, text);
  await zip.finish();
  return bytes();
}

const phone = { clientOs: '1', appVersion: '5.2.0', phoneModel: 'Mate 70' };

/** Sends a form with a file, as the app does. */
async function send(
  userId: string,
  path: string,
  fields: Readonly<Record<string, string>>,
  file?: Buffer,
  name = 'log.zip',
) {
  const boundary = 'wheelhouse-test-boundary';
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/zip\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(texts.join('')),
    ...(file === undefined ? [] : [Buffer.from(head), file, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const answer = await t.http.inject({
    method: 'POST',
    url: `/app/v1/log/${path}`,
    headers: {
      authorization: `Bearer ${await issueAppToken(t.app, userId)}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return answer.json<{ code: number; data: { logNo: string; fileId: string } }>();
}

/** A log that a user has agreed to and sent. */
async function sent(text: string): Promise<Log & { userId: string }> {
  const one = await asked();
  await app(one.userId, 'consent', { logNo: one.logNo, agree: true });
  expect(
    await send(one.userId, 'upload', { logNo: one.logNo, ...phone }, await zipOf({ 'app.log': text })),
  ).toMatchObject({
    code: 0,
  });
  return one;
}

describe('a request', () => {
  test.each([
    ['more than 72 hours', 'toTime', { from: inHours(-80), to: inHours(-1) }],
    ['what is older than 7 days', 'fromTime', { from: inHours(-8 * 24), to: inHours(-7 * 24) }],
    ['what is to come', 'toTime', { from: inHours(-1), to: inHours(1) }],
    ['no reason', 'reason', { reason: null }],
  ])('refuses %s', async (_what, field, more) => {
    expect(await post('request', formOf(await addAppUser(t), more))).toMatchObject(refusedBy(field));
  });

  test('finds the user by their number, tells them in the app, and waits for their answer', async () => {
    const userId = await addAppUser(t, 1, '13911112222');
    const { userId: _, ...form } = formOf(userId);
    const { data } = await post<{ id: string }>('request', { ...form, mobile: '13911112222' });
    const log = await read(data.id);
    expect(log).toMatchObject({ status: requested, userId });
    expect(await post('request', { ...form, mobile: '13900000009' })).toMatchObject(refusedBy('mobile'));
    const { data: waiting } = await app<AppLogRequest[]>(userId, 'list', {}, 'GET');
    expect(waiting).toEqual([expect.objectContaining({ logNo: log.logNo, reason: '感应解锁失败', status: requested })]);
    const inbox = await rows('select 1 from msg_inbox where user_id = $1', userId);
    expect(inbox).toHaveLength(1);
  });

  test('nothing is sent without consent, by another user, or after a refusal', async () => {
    const one = await asked();
    const zip = await zipOf({ 'a.log': 'I/App: start' });
    expect(await send(one.userId, 'upload', { logNo: one.logNo, ...phone }, zip)).toMatchObject({ code: 1004 });
    const stranger = await addAppUser(t);
    expect(await app(stranger, 'consent', { logNo: one.logNo, agree: true })).toMatchObject({ code: 1002 });
    expect(await app(one.userId, 'consent', { logNo: one.logNo, agree: false })).toMatchObject({ code: 0 });
    expect(await read(one.id)).toMatchObject({ status: refused });
    expect(await send(one.userId, 'upload', { logNo: one.logNo, ...phone }, zip)).toMatchObject({ code: 1004 });
    expect(await post('content', { id: one.id, offset: 0 })).toMatchObject({ code: 1004 });
  });

  test('expires after 48 hours, and takes nothing more', async () => {
    const [open, allowed] = [await asked(), await asked()];
    await app(allowed.userId, 'consent', { logNo: allowed.logNo, agree: 1 });
    expect(await read(allowed.id)).toMatchObject({ status: agreed });
    await rows(
      `update usr_app_log set create_time = now() - interval '49 hours', consent_time = consent_time - interval '49 hours' where id = any($1)`,
      [open.id, allowed.id],
    );
    expect(await app(open.userId, 'consent', { logNo: open.logNo, agree: true })).toMatchObject({ code: 1004 });
    await runJob('feedback.appLogExpire');
    for (const { id } of [open, allowed]) expect(await read(id)).toMatchObject({ status: expired });
  });
});

describe('the content', () => {
  test('has no tokens, numbers and places, whatever the app has sent', async () => {
    const secrets = [
      'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc',
      '13812345678',
      '121.473701',
      '31.230416',
      'hunter2secret',
      'k8Wq0Zr1',
      '13912340000',
      '31.2398',
    ];
    const one = await sent(
      [
        `I/Http: Authorization: Bearer ${secrets[0]}`,
        `I/User: mobile=${secrets[1]} signed in`,
        `I/Map: at ${secrets[2]},${secrets[3]}`,
        `D/Map: {"lat": ${secrets[3]}, "lng": ${secrets[2]}}`,
        `W/Login: password=${secrets[4]}`,
        `D/Push: "userToken":"${secrets[5]}" for 0086${secrets[6]}`,
        `D/Gps: <+${secrets[3]}00,+${secrets[2]}00> startLat ${secrets[7]}`,
        'I/Ble: connected in 812 ms, frame 119000000000001',
      ].join('\n'),
    );
    const { data } = await post<AppLogPage>('content', { id: one.id, offset: 0 });
    const text = data.lines.map((line) => line.text).join('\n');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain('connected in 812 ms, frame 119000000000001');
  });

  test('is read in parts of whole lines, filtered by level and text', async () => {
    const count = 2_000;
    const one = await sent(
      Array.from({ length: count }, (_, n) => `${n % 500 === 0 ? 'ERROR' : 'INFO'} 第${n}行 ${'数'.repeat(40)}`).join(
        '\n',
      ),
    );
    const all: string[] = [];
    let offset: number | null = 0;
    while (offset !== null) {
      const page: { data: AppLogPage } = await post<AppLogPage>('content', { id: one.id, offset });
      expect(page.data.lines.length).toBeLessThanOrEqual(500);
      all.push(...page.data.lines.map((line) => line.text));
      offset = page.data.next;
    }
    // The first line names the file.
    expect(all).toHaveLength(count + 1);
    expect(all.at(-1)).toContain(`第${count - 1}行`);
    const errors = await post<AppLogPage>('content', { id: one.id, offset: 0, level: 'E' });
    expect(errors.data).toMatchObject({ next: null, lines: { length: 4 } });
    const found = await post<AppLogPage>('content', { id: one.id, offset: 0, keyword: '第1234行' });
    const [hit] = found.data.lines;
    expect(found.data.lines).toHaveLength(1);
    // From within a line, the next one is the first.
    const from = await post<AppLogPage>('content', { id: one.id, offset: (hit?.offset ?? 0) - 1 });
    expect(from.data.lines[0]).toEqual(hit);
    const within = await post<AppLogPage>('content', { id: one.id, offset: (hit?.offset ?? 0) + 3 });
    expect(within.data.lines[0]?.text).toContain('第1235行');
  });

  test('of 50 MB is read as one of 50 KB: some hundred lines a call, and what stands at its end is found', async () => {
    const line = 'Bluetooth scan found no vehicle nearby; '.repeat(25);
    const one = await sent([...Array.from({ length: 53_000 }, () => line), 'ERROR 最后一行'].join('\n'));
    const first = await post<AppLogPage>('content', { id: one.id, offset: 0 });
    expect(first.data.size).toBeGreaterThan(50 * 1024 * 1024);
    expect(first.data.lines).toHaveLength(500);
    const found: string[] = [];
    let calls = 0;
    let offset: number | null = 0;
    while (offset !== null) {
      const page: { data: AppLogPage } = await post<AppLogPage>('content', { id: one.id, offset, keyword: '最后一行' });
      found.push(...page.data.lines.map(({ text }) => text));
      offset = page.data.next;
      calls++;
    }
    expect(found).toEqual(['ERROR 最后一行']);
    expect(calls).toBeLessThan(10);
  });

  test('reading and downloading it is logged', async () => {
    const one = await sent('I/App: start');
    await post('content', { id: one.id, offset: 0 });
    await post('content', { id: one.id, offset: 5 });
    const access = await rows(
      `select 1 from sys_sensitive_access_log where entity = 'appLogRecord' and entity_id = $1 and field = 'content'`,
      one.id,
    );
    expect(access).toHaveLength(1);
    const { data } = await post<{ fileName: string }>('download', { id: one.id });
    expect(data.fileName).toMatch(/^LG\d{14}_.*\.txt$/);
    const taken = await rows(
      `select 1 from sys_operation_log where entity = 'appLogRecord' and entity_id = $1 and action = 'download'`,
      one.id,
    );
    expect(taken).toHaveLength(1);
  });

  test.each(['log.zip', 'log.txt'])('refuses what is no archive, as %s', async (name) => {
    const bytes = Buffer.from('I/App: start');
    expect(await send(await addAppUser(t), 'upload', { ...phone, source: '1' }, bytes, name)).toMatchObject({
      code: 1031,
    });
  });

  test('a file without line ends is cut, one with too many is refused', async () => {
    const one = await sent(`INFO ${'数'.repeat(100_000)} 13812345678\r\nINFO the end`);
    const { data } = await post<AppLogPage>('content', { id: one.id, offset: 0 });
    expect(data.lines.map(({ text }) => text.length)).toEqual([expect.any(Number), 4_001, 'INFO the end'.length]);
    const userId = await addAppUser(t);
    const bomb = await zipOf({ 'a.log': '\n'.repeat(2_000_001) });
    expect(await send(userId, 'upload', { ...phone, source: '1' }, bomb)).toMatchObject({ code: 1032 });
  });

  test('deleted, or 30 days old, it is gone; the record stays', async () => {
    const [a, b] = [await sent('I/App: start'), await sent('I/App: start')];
    expect(await post('batchDelete', { ids: [a.id] })).toMatchObject({ code: 0 });
    expect(await post('content', { id: a.id, offset: 0 })).toMatchObject({ code: 1004 });
    await rows(`update usr_app_log set upload_time = now() - interval '31 days' where id = $1`, b.id);
    await runJob('feedback.appLogClean');
    for (const { id } of [a, b]) {
      expect(await read(id)).toMatchObject({ status: cleaned });
      expect(await rows('select 1 from usr_app_log_content where log_id = $1', id)).toEqual([]);
    }
  });
});

describe('what nobody asked for', () => {
  test('belongs to own feedback', async () => {
    const userId = await addAppUser(t);
    const feedbackId = await addFeedback(t, userId);
    const [feedback] = await rows<{ no: string }>(
      'select feedback_no as no from cs_feedback where id = $1',
      feedbackId,
    );
    const fields = { ...phone, source: '1', feedbackNo: feedback?.no ?? '' };
    const zip = await zipOf({ 'a.log': 'I/App: start' });
    const answer = await send(userId, 'upload', fields, zip);
    expect(answer).toMatchObject({ code: 0 });
    const [log] = await rows<{ id: string }>(
      'select id::text as id from usr_app_log where log_no = $1',
      answer.data.logNo,
    );
    expect(await read(log?.id ?? '')).toMatchObject({ status: uploaded, feedbackNo: feedback?.no });
    expect(await send(await addAppUser(t), 'upload', fields, zip)).toMatchObject({ code: 1002 });
  });

  test('may come in parts', async () => {
    const userId = await addAppUser(t);
    const zip = await zipOf({ 'a.log': 'I/App: in parts' });
    const start = await app<{ uploadId: string }>(userId, 'startParts', {
      name: 'log.zip',
      size: zip.length,
      modified: 1,
    });
    const { uploadId } = start.data;
    expect(await send(userId, 'part', { uploadId, no: '0' }, zip)).toMatchObject({ code: 0 });
    const joined = await app<{ fileId: string }>(userId, 'joinParts', { uploadId });
    const { fileId } = joined.data;
    expect(await send(await addAppUser(t), 'upload', { ...phone, fileId })).toMatchObject({ code: 1017 });
    expect(await send(userId, 'upload', { ...phone, fileId })).toMatchObject({ code: 0 });
    expect(await send(userId, 'upload', { ...phone, fileId })).toMatchObject({ code: 1017 });
  });
});
