import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SMTPServer, SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { PartnerConfig } from '../../config.ts';
import type { SmtpServer } from '../../config-mail.ts';
import { boundPort } from '../../http/bound-port.ts';
import { startHttpSandbox, type HttpRequest, type SandboxAnswer } from '../partner/sandbox-server.ts';

/** A mail as it arrived. */
export interface ArrivedMail {
  readonly messageId: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Its bytes are those of `GET /sandbox/mail?messageId=…&to=…`. */
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly size: number }[];
  /** How often it came: the same message id to the same address is the same mail. */
  readonly times: number;
  /** ISO 8601 */
  readonly time: string;
}

export interface MailSandbox {
  readonly server: SmtpServer;
  /** Where what arrived can be read. */
  readonly door: PartnerConfig;
}

interface Options {
  /** Bytes of a mail. */
  readonly mostBytes?: number;
  /** For `slow@…`. */
  readonly slowMs?: number;
}

interface Kept {
  readonly mail: ArrivedMail;
  readonly bytes: Buffer;
}
type Done = (error?: Error | null, message?: string) => void;

/** Mails that are kept; the oldest go first. */
const [mostMails, mostKeptBytes] = [500, 64 * 1024 * 1024];

const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });
const answer = (body: unknown, status = 200): SandboxAnswer => ({ status, body });

class Mailboxes {
  readonly #kept = new Map<string, Kept>();
  /** Addresses that were sent away once, and connections that were broken once, by key. */
  readonly #once = new Set<string>();
  #bytes = 0;

  isFirst(key: string): boolean {
    if (this.#once.has(key)) return false;
    if (this.#once.size > 10_000) this.#once.clear();
    this.#once.add(key);
    return true;
  }

  async take(bytes: Buffer, from: string, to: string): Promise<ArrivedMail> {
    const { default: PostalMime } = await import('postal-mime');
    const read = await PostalMime.parse(bytes);
    const key = `${read.messageId ?? ''} ${to}`;
    const before = this.#kept.get(key);
    const mail: ArrivedMail = {
      messageId: read.messageId ?? '',
      from,
      to,
      subject: read.subject ?? '',
      text: read.text ?? '',
      html: read.html ?? '',
      attachments: read.attachments.map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        type: mimeType,
        size: typeof content === 'string' ? content.length : content.byteLength,
      })),
      times: (before?.mail.times ?? 0) + 1,
      time: new Date().toISOString(),
    };
    this.#bytes += bytes.length - (before?.bytes.length ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, { mail, bytes });
    for (const [oldest, { bytes: old }] of this.#kept) {
      if (this.#kept.size <= mostMails && this.#bytes <= mostKeptBytes) break;
      this.#kept.delete(oldest);
      this.#bytes -= old.length;
    }
    return mail;
  }

  door({ method, url }: HttpRequest): SandboxAnswer {
    const [to, messageId] = ['to', 'messageId'].map((name) => url.searchParams.get(name));
    const asked = [...this.#kept.values()].filter(
      ({ mail }) => (to === null || mail.to === to) && (messageId === null || mail.messageId === messageId),
    );
    if (method === 'GET' && url.pathname === '/sandbox/mails') return answer(asked.map(({ mail }) => mail));
    const [one] = asked;
    if (method !== 'GET' || url.pathname !== '/sandbox/mail' || one === undefined) return answer({}, 404);
    return { status: 200, body: one.bytes, headers: { 'content-type': 'message/rfc822' } };
  }
}

const nameOf = (address: string): string => address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '');

/** Answers RCPT TO by the name of the mailbox. */
async function takeReceiver({ address }: SMTPServerAddress, boxes: Mailboxes, slowMs: number): Promise<void> {
  const name = nameOf(address);
  if (name === 'refuse') throw smtpError(550, '5.1.1 no such mailbox');
  if (name === 'full') throw smtpError(452, '4.2.2 mailbox full');
  if (name === 'greylist' && boxes.isFirst(address)) throw smtpError(451, '4.7.1 greylisted, try again later');
  if (name === 'slow') await sleep(slowMs, undefined, { ref: false });
}

/** Takes the content, then answers, or not, by the name of the mailbox. */
async function takeContent(stream: SMTPServerDataStream, session: SMTPServerSession, boxes: Mailboxes): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  const bytes = await buffer(stream);
  if (stream.sizeExceeded) throw smtpError(552, '5.3.4 message too big');
  const from = mailFrom === false ? '' : mailFrom.address;
  for (const { address } of rcptTo) {
    if (nameOf(address) === 'spam') throw smtpError(554, '5.7.1 content refused');
    const { messageId } = await boxes.take(bytes, from, address);
    if (nameOf(address) === 'broken' && boxes.isFirst(`${messageId} ${address}`)) throw new BrokenConnection();
  }
}

class BrokenConnection extends Error {}

/**
 * A stand-in for a mail server: SMTP on this machine, with an account, and an HTTP door (`GET /sandbox/mails?to=…`) to read what arrived. It keeps
 * the last 500 mails, 64 MiB at most, in memory: none goes anywhere. By their names mailboxes are `refuse@…` (550), `full@…` (452), `greylist@…`
 * (451 the first time), `spam@…` (554 after the content), `broken@…` (takes the mail and closes the connection without an answer, once a message
 * id) and `slow@…`; what stands after a plus sign makes more of them.
 */
export async function startMailSandbox({
  mostBytes = 10 * 1024 * 1024,
  slowMs = 3_000,
}: Options = {}): Promise<MailSandbox> {
  const { SMTPServer: Server } = await import('smtp-server');
  const boxes = new Mailboxes();
  const account = { user: 'wheelhouse-sandbox', password: randomBytes(24).toString('base64url') };
  const smtp: SMTPServer = new Server({
    banner: 'Wheelhouse sandbox',
    size: mostBytes,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      username === account.user && password === account.password
        ? done(null, { user: username })
        : done(smtpError(535, '5.7.8 wrong name or password')),
    onRcptTo: (receiver, _session, done) => void settle(takeReceiver(receiver, boxes, slowMs), done),
    onData: (stream, session, done) =>
      void settle(takeContent(stream, session, boxes), (error) =>
        error instanceof BrokenConnection ? breakConnection(smtp, session) : done(error),
      ),
  });
  // A connection that fails is the client's business.
  smtp.on('error', () => undefined);
  smtp.server.unref();
  const port = await new Promise<number>((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(0, '127.0.0.1', () => resolve(boundPort(smtp.server)));
  });
  const authorization = `Bearer ${randomBytes(24).toString('base64url')}`;
  const url = await startHttpSandbox(async (request) =>
    request.headers.authorization === authorization ? boxes.door(request) : answer({ error: 'unauthorized' }, 401),
  );
  return { server: { host: '127.0.0.1', port, isTls: false, account }, door: { url, authorization } };
}

const breakConnection = ({ connections }: SMTPServer, { id }: SMTPServerSession): void =>
  [...connections].filter(({ session }) => session.id === id).forEach(({ _socket: socket }) => socket.destroy());

async function settle(work: Promise<void>, done: Done): Promise<void> {
  let failed: Error | undefined;
  try {
    await work;
  } catch (error) {
    failed = error instanceof Error ? error : new Error('internal');
  }
  done(failed);
}
