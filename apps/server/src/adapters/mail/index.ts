import { Counter, type Registry } from 'prom-client';
import { once } from '../../db/metrics.ts';
import type { App } from '../../http/context.ts';
import { sandboxOf } from '../partner/sandbox-server.ts';
import type { MailAdapter } from './adapter.ts';
import { startMailSandbox } from './sandbox.ts';
import { SmtpMail } from './smtp.ts';

export * from './adapter.ts';

export type MailApp = Pick<App, 'config' | 'db' | 'pool' | 'metrics'>;

/** The stand-in of this process. */
export const mailSandbox = sandboxOf((_app: Pick<App, 'pool'>) => startMailSandbox());

const results = ['accepted', 'refused', 'deferred', 'unknown'] as const;

/** Mails that the server was asked to take, by what it said. */
export function mailCounter(registry: Registry): Counter<'result'> {
  return once(registry, 'wheelhouse_mails_total', () => {
    const counter = new Counter({
      name: 'wheelhouse_mails_total',
      help: 'Mails that the mail server was asked to take',
      labelNames: ['result'],
      registers: [registry],
    });
    for (const result of results) counter.inc({ result }, 0);
    return counter;
  });
}

/** The mail service of this installation: the server of SMTP_URL, or a sandbox on this machine. */
export async function mailOf(app: MailApp): Promise<MailAdapter> {
  const { server, from, perSecond } = app.config.mail;
  const common = { db: app.db, from, perSecond, sent: mailCounter(app.metrics) };
  return server === undefined
    ? new SmtpMail({ ...common, server: (await mailSandbox(app)).server, isSandbox: true })
    : new SmtpMail({ ...common, server, isSandbox: false });
}
