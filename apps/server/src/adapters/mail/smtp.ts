import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { recordOf } from '@wheelhouse/contract/object';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Counter } from 'prom-client';
import type { MailSender, SmtpServer } from '../../config-mail.ts';
import { ownHosts } from '../../config-parts.ts';
import type { Db } from '../../db/pool.ts';
import { takeTurn } from '../rate.ts';
import { checkMail, type Mail, type MailAdapter, MailOutcomeUnknown, MailRefused } from './adapter.ts';

interface Service {
  readonly db: Db;
  readonly server: SmtpServer;
  readonly from: MailSender;
  readonly isSandbox: boolean;
  readonly perSecond: number;
  readonly sent: Counter<'result'>;
  /** Milliseconds for a connection, and for each answer. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 20_000;

/** Where a refusal is about this mail, and not about us or the server. */
const aboutMail: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA']);
/** RFC 5321: larger than the server, or the mailbox, takes. */
const tooLarge = 552;

/**
 * What a failure of the library says. Its text names addresses, so that nothing of it is kept.
 * @param isGiven the server may have the whole mail
 */
function refusalOf(error: unknown, isGiven: boolean): MailRefused | MailOutcomeUnknown {
  const { code, responseCode, command } = recordOf(error);
  // The library compares the size with what the server says that it takes.
  if (code === 'EMESSAGE' && !isGiven) return new MailRefused(`${tooLarge} MAIL FROM`, true);
  if (typeof responseCode !== 'number')
    return isGiven ? new MailOutcomeUnknown() : new MailRefused('unavailable', false);
  // A wrong password, or one that has changed: the mail waits until somebody has set it right.
  if (code === 'EAUTH') return new MailRefused('login', false);
  const where = typeof command === 'string' && /^[A-Z ]{1,12}$/.test(command) ? command : 'CONN';
  const isPermanent = responseCode >= 500 && (aboutMail.has(where) || responseCode === tooLarge);
  return new MailRefused(`${responseCode} ${where}`, isPermanent);
}

/** The mail as bytes. Nothing is read from files or addresses. */
async function bytesOf(mail: Mail, { name, address }: MailSender): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composed = new MailComposer({
    from: { name, address },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    // Answers of machines (out of office) to a report are of no use to anybody.
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments: mail.attachments.map(({ name: filename, type, bytes, cid }) => ({
      filename,
      contentType: type,
      content: Buffer.from(bytes),
      ...(cid !== undefined && { cid, contentDisposition: 'inline' as const }),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composed.compile().build();
}

/** Mail over SMTP, one connection a mail. */
export class SmtpMail implements MailAdapter {
  readonly source: PartnerSource;
  readonly #service: Service;

  constructor(service: Service) {
    const { host, port, isTls } = service.server;
    this.source = { sandbox: service.isSandbox, address: `${isTls ? 'smtps' : 'smtp'}://${host}:${port}` };
    this.#service = service;
  }

  async send(mail: Mail): Promise<void> {
    const { sent } = this.#service;
    try {
      await this.#send(mail);
      sent.inc({ result: 'accepted' });
    } catch (error) {
      if (error instanceof MailOutcomeUnknown) sent.inc({ result: 'unknown' });
      else if (error instanceof MailRefused && error.tried)
        sent.inc({ result: error.permanent ? 'refused' : 'deferred' });
      throw error;
    }
  }

  async #send(mail: Mail): Promise<void> {
    const { db, from, perSecond } = this.#service;
    checkMail(mail);
    const bytes = await bytesOf(mail, from);
    const turn = await takeTurn(db, 'mail', perSecond);
    if (typeof turn === 'number') throw new MailRefused('rate', false, { retryAfterSec: turn, tried: false });
    if (turn.waitMs >= 1) await sleep(turn.waitMs);
    await this.#give(mail.to, bytes);
  }

  async #give(to: string, bytes: Buffer): Promise<void> {
    const { server, from, timeoutMs = usualTimeoutMs } = this.#service;
    const { host, port, isTls, account } = server;
    const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
    const connection = new SMTPConnection({
      host,
      port,
      secure: isTls,
      // Reports and passwords leave this machine over TLS alone.
      requireTLS: !isTls && !ownHosts.has(host),
      ignoreTLS: !isTls && ownHosts.has(host),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
    });
    // Read after the server has asked for the content: at its end the last line may have gone out.
    let isGiven = false;
    const content = Readable.from([bytes]).once('end', () => (isGiven = true));
    try {
      await deliver(connection, account, { from: from.address, to: [to], size: bytes.length }, content);
      connection.quit();
    } catch (error) {
      connection.close();
      throw refusalOf(error, isGiven);
    }
  }
}

type Envelope = Parameters<SMTPConnection['send']>[0];

/** Signs in and gives the server a mail. @throws the error of the library */
function deliver(
  connection: SMTPConnection,
  account: SmtpServer['account'],
  envelope: Envelope,
  content: Readable,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const next = (step: () => void) => (error?: Error | null) => (error ? reject(error) : step());
    // Nobody listens any more once it is settled; an error without a listener would end the process.
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('the connection has ended')));
    const send = (): void => connection.send(envelope, content, next(resolve));
    const login = (): void =>
      account === undefined ? send() : connection.login({ user: account.user, pass: account.password }, next(send));
    connection.connect(next(login));
  });
}
