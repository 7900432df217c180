import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError, ownHosts, rate } from './config-parts.ts';

// What sends mail: an SMTP server, or its sandbox.

/** One address, without a name. */
const address = /^[\w.+-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/;

function isServer(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(value);
  const isPlain = `${username}${password}${search}${hash}` === '' && /^\/?$/.test(pathname);
  return isPlain && hostname !== '' && ['smtp:', 'smtps:'].includes(protocol);
}

/** The variables of mail, as documented in docs/operations.md. */
export const mailVariables = {
  SMTP_URL: z
    .string()
    .refine(isServer, 'must be smtps://host or smtp://host, with a port if need be and without user and password')
    .optional(),
  SMTP_USER: z.string().max(256).optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z.string().regex(address, 'must be one address').max(254).optional(),
  MAIL_NAME: z
    .string()
    .regex(/^[^\p{Cc}<>"]{1,64}$/u, 'must have 64 characters or fewer, none of them < > "')
    .default('Wheelhouse'),
  MAIL_RATE: rate.default(5),
};
type Given = z.output<z.ZodObject<typeof mailVariables>>;

/** An SMTP server, and the account that opens it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS, without which nothing is sent, but to this machine. */
  readonly isTls: boolean;
  /** Absent: it takes mail of this machine without. */
  readonly account: { readonly user: string; readonly password: string } | undefined;
}

/** Who mail comes from. */
export interface MailSender {
  readonly address: string;
  readonly name: string;
}

export interface MailConfig {
  /** Absent: a sandbox is in its place. */
  readonly server: SmtpServer | undefined;
  readonly from: MailSender;
  /** Mails in a second, all processes together. */
  readonly perSecond: number;
}

/** @throws ConfigError, which repeats nothing of the file */
function passwordOf(file: string): string {
  try {
    const password = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (password !== '') return password;
  } catch {
    // Told below.
  }
  throw new ConfigError('SMTP_PASSWORD: must be the path of a file with the password, that can be read');
}

/** @throws ConfigError when the account is half configured, or mail would reach the addresses of sample users */
export function readMail(v: Given, hasSamples: boolean): MailConfig {
  const { SMTP_URL: url, SMTP_USER: user, SMTP_PASSWORD: file, MAIL_FROM: from, MAIL_NAME: name } = v;
  const common = { perSecond: v.MAIL_RATE, from: { address: from ?? 'reports@wheelhouse.invalid', name } };
  if ((user === undefined) !== (file === undefined))
    throw new ConfigError('SMTP_USER and SMTP_PASSWORD: give both or neither');
  if (url === undefined) {
    if (user !== undefined) throw new ConfigError('SMTP_URL: needed by SMTP_USER');
    return { server: undefined, ...common };
  }
  if (from === undefined) throw new ConfigError('MAIL_FROM: needed by SMTP_URL');
  const { protocol, hostname, port } = new URL(url);
  if (hasSamples && !ownHosts.has(hostname))
    throw new ConfigError('SMTP_URL: SEED=demo makes users whose addresses belong to strangers, set SEED=none');
  const isTls = protocol === 'smtps:';
  const account = user === undefined || file === undefined ? undefined : { user, password: passwordOf(file) };
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { server: { host, port: port === '' ? (isTls ? 465 : 587) : Number(port), isTls, account }, ...common };
}
