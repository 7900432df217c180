import { createHash } from 'node:crypto';
import type { PartnerSource } from '@wheelhouse/contract/calls/kit';

export interface MailAttachment {
  /** Of the file, as the receiver sees it. */
  readonly name: string;
  /** `application/pdf` */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** The HTML shows it as `cid:…`; it is no file of its own then. */
  readonly cid?: string;
}

/** A mail to one address: nobody sees who else gets it, and each is accepted or refused by itself. */
export interface Mail {
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly html: string;
  /** The same for programs that show no HTML. */
  readonly text: string;
  readonly attachments: readonly MailAttachment[];
  /** Of `messageIdOf`: the same whenever this mail is sent again. */
  readonly messageId: string;
}

/** Sends mail. Accepted is not delivered: what another server says later comes back to the sender's mailbox. */
export interface MailAdapter {
  readonly source: PartnerSource;
  /** Resolves when the server has taken it. @throws MailRefused @throws MailOutcomeUnknown */
  send(mail: Mail): Promise<void>;
}

interface RefusedOptions {
  /** Seconds; undefined where nobody says. */
  readonly retryAfterSec?: number;
  /** False: the server was not asked, so that it is no attempt. True unless given. */
  readonly tried?: boolean;
}

/** The server did not take a mail: `permanent` says that trying again is of no use. It holds codes, never an address, content or the server's text. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** The server's code with where it came (`550 RCPT TO`), or `malformed`, `login`, `unavailable`, `rate`. */
  readonly code: string;
  readonly permanent: boolean;
  readonly retryAfterSec: number | undefined;
  readonly tried: boolean;
  constructor(code: string, permanent: boolean, { retryAfterSec, tried = true }: RefusedOptions = {}) {
    super(`mail server: ${code}`);
    this.code = code;
    this.permanent = permanent;
    this.retryAfterSec = retryAfterSec;
    this.tried = tried;
  }
}

/** The whole mail was given to the server, and its answer did not come. It may be delivered: send it again with the same message id alone. */
export class MailOutcomeUnknown extends Error {
  override readonly name = 'MailOutcomeUnknown';
  constructor() {
    super('mail server: no answer after the content');
  }
}

/**
 * The message id of a mail: the same for the same key, so that a repeated one is known at the receiver. It tells nothing of the key.
 * @param key what the mail is, and to whom: `subscription 12, 2026-01-05, user 7`
 * @param sender address that it comes from
 */
export function messageIdOf(key: string, sender: string): string {
  const domain = sender.slice(sender.indexOf('@') + 1);
  return `<${createHash('sha256').update(`wheelhouse mail ${key}`).digest('hex').slice(0, 40)}@${domain}>`;
}

const addressPattern =
  /^[^\s\p{Cc}@<>()[\]\\,;:"]{1,64}@[^\s\p{Cc}@<>()[\]\\,;:"/]+\.[^\s\p{Cc}@<>()[\]\\,;:"/.]{2,}$/u;
const hasControl = (text: string): boolean => /[\p{Cc}\u2028\u2029]/u.test(text);
const [mostSubject, mostName] = [250, 200];

/** Whatever becomes a header is one line of what it is to be. @throws MailRefused `malformed`, permanent */
export function checkMail({ to, subject, attachments, messageId }: Mail): void {
  const isFine =
    to.length <= 254 &&
    addressPattern.test(to) &&
    subject !== '' &&
    subject.length <= mostSubject &&
    !hasControl(subject) &&
    /^<[\w.+-]{1,128}@[\w.-]{1,128}>$/.test(messageId) &&
    attachments.every(
      ({ name, type, cid = 'a' }) =>
        name !== '' &&
        name.length <= mostName &&
        !hasControl(name) &&
        !/[/\\]/.test(name) &&
        /^[\w.+-]+\/[\w.+-]+$/.test(type) &&
        /^[\w.@-]{1,100}$/.test(cid),
    );
  if (!isFine) throw new MailRefused('malformed', true, { tried: false });
}
