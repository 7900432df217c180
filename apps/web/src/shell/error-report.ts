import { versionLabel } from '@wheelhouse/contract/envelope';
import { call } from '../api/client.ts';
import { setErrorReporter, type LoggedError } from '../lib/error-log.ts';

const perMinute = 10;
const reported = new Set<string>();
let sent: number[] = [];

/** Sends each distinct error once to the engineers, at most ten a minute. A report that fails is dropped. */
export function startErrorReports(): void {
  setErrorReporter(({ message, info, url, stack }: LoggedError) => {
    const now = Date.now();
    const key = `${message}\n${stack}`;
    sent = sent.filter((time) => now - time < 60_000);
    if (reported.has(key) || sent.length >= perMinute) return;
    reported.add(key);
    sent.push(now);
    const body = {
      message: message.slice(0, 500),
      info: info.slice(0, 200),
      url: url.slice(0, 500),
      stack: stack.slice(0, 4000),
      appVersion: versionLabel,
    };
    call('/system/crm/errorLog/report', body).catch(() => undefined);
  });
}
