import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Mail,
  mailCounter,
  mailOf,
  MailOutcomeUnknown,
  MailRefused,
  mailSandbox,
  messageIdOf,
} from '../../src/adapters/mail/index.ts';
import { type ArrivedMail, startMailSandbox } from '../../src/adapters/mail/sandbox.ts';
import { SmtpMail } from '../../src/adapters/mail/smtp.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import type { SmtpServer } from '../../src/config-mail.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { MAIL_RATE: '1000' } });
});
afterAll(() => t.stop());

const pdf = Buffer.from('%PDF-1.7 报表');
let n = 0;
const mailTo = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  subject: '每日报表：里程与电量（截至 2026-01-05 08:00，北京时间）——第二页还有更多的说明文字',
  html: '<p>里程 <b>12,345</b> 公里</p><img src="cid:chart" alt="">',
  text: '里程 12,345 公里\n.\n..两点开头的行',
  attachments: [
    { name: '里程 报表（一月）.pdf', type: 'application/pdf', bytes: pdf },
    { name: 'chart.png', type: 'image/png', bytes: Buffer.from([1, 2, 3]), cid: 'chart' },
  ],
  messageId: messageIdOf(`test ${++n}`, 'reports@fleet.example'),
  ...more,
});

async function ask(path: string, query: Readonly<Record<string, string>>): Promise<Response> {
  const { door } = await mailSandbox(t.app);
  const headers = { authorization: door.authorization ?? '' };
  return fetch(`${door.url}${path}?${new URLSearchParams(query)}`, { headers });
}
const arrived = async (to: string): Promise<readonly ArrivedMail[]> =>
  (await ask('/sandbox/mails', { to })).json() as Promise<readonly ArrivedMail[]>;
const service = async () => mailOf(t.app);
const failure = async (mail: Mail, of?: Pick<SmtpMail, 'send'>): Promise<unknown> =>
  (of ?? (await service())).send(mail).then(
    () => 'accepted',
    (error: unknown) => error,
  );
const refused = (code: string, permanent: boolean) => expect.objectContaining({ name: 'MailRefused', code, permanent });
const counted = async (result: string): Promise<number | undefined> =>
  (await mailCounter(t.app.metrics).get()).values.find(({ labels }) => labels.result === result)?.value;

const own = (server: SmtpServer, timeoutMs?: number): SmtpMail =>
  new SmtpMail({
    db: t.app.db,
    from: { address: 'reports@fleet.example', name: '车队' },
    perSecond: 1000,
    isSandbox: false,
    sent: mailCounter(t.app.metrics),
    server,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });

describe('a mail', () => {
  test('arrives with its texts and files, in Chinese as in English', async () => {
    const mail = mailTo('wang.fang@fleet.example');
    await (await service()).send(mail);
    const [one] = await arrived(mail.to);
    expect(one).toMatchObject({
      messageId: mail.messageId,
      from: 'reports@wheelhouse.invalid',
      subject: mail.subject,
      html: expect.stringContaining('里程 <b>12,345</b> 公里'),
      times: 1,
    });
    expect(one?.text.trim()).toBe(mail.text);
    const bytes = await (await ask('/sandbox/mail', { messageId: mail.messageId })).arrayBuffer();
    const read = await PostalMime.parse(bytes);
    expect(read.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual(
      expect.arrayContaining([
        ['里程 报表（一月）.pdf', 'application/pdf'],
        ['chart.png', 'image/png'],
      ]),
    );
    const file = read.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
    expect(file && Buffer.from(file.content as ArrayBuffer).equals(pdf)).toBe(true);
    // 7-bit lines, as old servers want them.
    expect(Buffer.from(bytes).every((byte) => byte < 128)).toBe(true);
  });

  test('has an id of its key alone, which tells nothing of it', () => {
    const [a, b] = [
      messageIdOf('subscription 1, user 7', 'a@x.example'),
      messageIdOf('subscription 1, user 8', 'a@x.example'),
    ];
    expect(a).toBe(messageIdOf('subscription 1, user 7', 'a@x.example'));
    expect(a).not.toBe(b);
    expect(a).toMatch(/^<[0-9a-f]{40}@x\.example>$/);
  });

  test('without the key the door is closed', async () => {
    const { door } = await mailSandbox(t.app);
    expect((await fetch(`${door.url}/sandbox/mails`)).status).toBe(401);
  });
});

describe('a refusal', () => {
  test('is permanent or temporary as the server says it, and counted', async () => {
    const before = await Promise.all(['refused', 'deferred'].map(counted));
    expect(await failure(mailTo('refuse@fleet.example'))).toEqual(refused('550 RCPT TO', true));
    expect(await failure(mailTo('spam@fleet.example'))).toEqual(refused('554 DATA', true));
    expect(await failure(mailTo('full@fleet.example'))).toEqual(refused('452 RCPT TO', false));
    const after = await Promise.all(['refused', 'deferred'].map(counted));
    expect(after.map((value, i) => (value ?? 0) - (before[i] ?? 0))).toEqual([2, 1]);
  });

  test('by a greylist ends with the second attempt', async () => {
    const mail = mailTo('greylist+1@fleet.example');
    expect(await failure(mail)).toEqual(refused('451 RCPT TO', false));
    expect(await failure(mail)).toBe('accepted');
    expect(await arrived(mail.to)).toEqual([expect.objectContaining({ times: 1 })]);
  });

  test('of what is too large is permanent', async () => {
    const { server } = await startMailSandbox({ mostBytes: 50_000 });
    const large = { name: 'a.bin', type: 'application/octet-stream', bytes: Buffer.alloc(80_000) };
    const mail = mailTo('a@fleet.example', { attachments: [large] });
    expect(await failure(mail, own(server))).toEqual(refused('552 MAIL FROM', true));
  });

  test('of the account is not about the mail', async () => {
    const { server } = await mailSandbox(t.app);
    const account = { user: 'wheelhouse-sandbox', password: 'another' };
    expect(await failure(mailTo('a@fleet.example'), own({ ...server, account }))).toEqual(refused('login', false));
  });

  test('says nothing of addresses, contents or the server’s words', async () => {
    const error = await failure(mailTo('refuse@fleet.example'));
    expect(error instanceof MailRefused && `${error.stack} ${JSON.stringify(error)}`).not.toMatch(
      /@fleet|mailbox|里程/,
    );
    expect(error instanceof Error && error.cause).toBeUndefined();
  });

  test('meets what would become a header of its own, before anybody is asked', async () => {
    const file = { name: 'a.pdf', type: 'application/pdf', bytes: pdf };
    const wrong: readonly Partial<Mail>[] = [
      { subject: 'a\r\nBcc: b@fleet.example' },
      { subject: 'a\nb' },
      { subject: '' },
      { subject: 'a\u2028b' },
      { to: 'a@fleet.example\r\nRCPT TO:<b@fleet.example>' },
      { to: 'a@fleet.example, b@fleet.example' },
      { to: 'a <a@fleet.example>' },
      { to: 'a' },
      { messageId: '<a@b>\r\nX: y' },
      { attachments: [{ ...file, name: 'a\r\nX: y.pdf' }] },
      { attachments: [{ ...file, name: '../a.pdf' }] },
      { attachments: [{ ...file, type: 'text/html\r\nX: y' }] },
      { attachments: [{ ...file, cid: 'a>\r\nX: y' }] },
    ];
    for (const more of wrong)
      expect(await failure(mailTo('a@fleet.example', more))).toEqual(refused('malformed', true));
    expect(await arrived('b@fleet.example')).toEqual([]);
  });
});

describe('a connection', () => {
  test('that breaks after the content leaves it open whether the mail arrived; once more it is the same mail', async () => {
    const mail = mailTo('broken@fleet.example');
    expect(await failure(mail)).toBeInstanceOf(MailOutcomeUnknown);
    expect(await arrived(mail.to)).toEqual([expect.objectContaining({ messageId: mail.messageId, times: 1 })]);
    expect(await failure(mail)).toBe('accepted');
    expect(await arrived(mail.to)).toEqual([expect.objectContaining({ messageId: mail.messageId, times: 2 })]);
    expect(await counted('unknown')).toBe(1);
  });

  test('on which an answer takes too long is given up, before the content without a doubt', async () => {
    const { server } = await startMailSandbox({ slowMs: 2_000 });
    expect(await failure(mailTo('slow@fleet.example'), own(server, 300))).toEqual(refused('unavailable', false));
    expect(await failure(mailTo('slow@fleet.example'), own(server))).toBe('accepted');
  });

  /** A server that answers line by line, by hand. */
  async function byHand(
    answer: (line: string, socket: Socket) => string | undefined,
    address = '127.0.0.1',
  ): Promise<Server> {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).write('220 by hand\r\n');
      socket.on('data', (chunk) => {
        const said = answer(chunk.toString('latin1'), socket);
        if (said !== undefined) socket.write(`${said}\r\n`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    return server;
  }
  const at = (server: Server): SmtpServer => ({
    host: '127.0.0.1',
    port: boundPort(server),
    isTls: false,
    account: undefined,
  });
  const polite = (line: string): string =>
    line.startsWith('EHLO') ? '250 by hand' : line.startsWith('DATA') ? '354 go' : '250 ok';

  test('that breaks before the content has refused nothing for good', async () => {
    const server = await byHand((line, socket) => (line.startsWith('RCPT') ? void socket.destroy() : polite(line)));
    expect(await failure(mailTo('a@fleet.example'), own(at(server)))).toEqual(refused('unavailable', false));
    server.close();
  });

  test('on which no answer comes after the content is unknown, not refused', async () => {
    const server = await byHand((line) =>
      line.includes('\r\n.\r\n') || line.includes('Message-ID') ? undefined : polite(line),
    );
    expect(await failure(mailTo('a@fleet.example', { attachments: [] }), own(at(server), 500))).toBeInstanceOf(
      MailOutcomeUnknown,
    );
    server.close();
  });

  test('that nobody takes, or a sender that is not allowed, is no fault of the mail', async () => {
    const server = await byHand((line) => (line.startsWith('MAIL') ? '553 not you' : polite(line)));
    expect(await failure(mailTo('a@fleet.example'), own(at(server)))).toEqual(refused('553 MAIL FROM', false));
    const gone = at(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await failure(mailTo('a@fleet.example'), own(gone))).toEqual(refused('unavailable', false));
  });

  test('to another machine is not made without TLS', async () => {
    // An address of this machine that it does not know as its own.
    const server = await byHand(polite, '127.0.0.2');
    const elsewhere = { ...at(server), host: '127.0.0.2' };
    const seen: string[] = [];
    server.on('connection', (socket: Socket) => socket.on('data', (chunk) => seen.push(chunk.toString('latin1'))));
    expect(await failure(mailTo('a@fleet.example'), own(elsewhere, 2_000))).toBeInstanceOf(MailRefused);
    expect(seen.join('')).toContain('EHLO');
    expect(seen.join('')).not.toContain('MAIL FROM');
    server.close();
  });
});

test('the configuration is whole, and sends nothing to the addresses of sample users', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'wheelhouse-'));
  const file = join(dir, 'password');
  writeFileSync(file, 'geheim\n', { mode: 0o600 });
  const given = { SEED: 'none', SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'reports@fleet.example' };
  const account = { SMTP_USER: 'reports', SMTP_PASSWORD: file };
  expect(readConfig({ ...given, ...account }).mail).toEqual({
    server: { host: 'mail.example', port: 465, isTls: true, account: { user: 'reports', password: 'geheim' } },
    from: { address: 'reports@fleet.example', name: 'Wheelhouse' },
    perSecond: 5,
  });
  expect(readConfig({ ...given, SMTP_URL: 'smtp://mail.example:2525' }).mail.server).toMatchObject({
    port: 2525,
    isTls: false,
  });
  expect(readConfig({}).mail.server).toBeUndefined();
  const wrong: readonly Readonly<Record<string, string>>[] = [
    { ...given, SMTP_URL: 'http://mail.example' },
    { ...given, SMTP_URL: 'smtp://user:secret@mail.example' },
    { ...given, MAIL_FROM: '' },
    { ...given, MAIL_FROM: 'a <a@b.example>' },
    { ...given, MAIL_NAME: 'a\r\nBcc: x' },
    { ...given, SMTP_USER: 'a' },
    { ...given, ...account, SMTP_PASSWORD: join(dir, 'missing') },
    { ...given, SEED: 'demo' },
    { SEED: 'none', ...account },
  ];
  for (const env of wrong) expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig({ ...given, SMTP_URL: 'smtp://user:secret@mail.example' })).not.toThrow(/secret/);
  await rm(dir, { recursive: true });
});
