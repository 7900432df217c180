import { createStore } from './store.ts';

/** An unhandled error of this page, as the error-log dialog shows it. */
export interface LoggedError {
  readonly id: number;
  readonly message: string;
  /** Where it was caught: the window, a promise, a component. */
  readonly info: string;
  readonly url: string;
  readonly stack: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** How many the dialog keeps, newest first. */
const kept = 100;
let count = 0;

export const errorLog = createStore<readonly LoggedError[]>([]);
type Reporter = (error: LoggedError) => void;
let reporter: Reporter | undefined;

/** Told of every error, also of those from before it was set. */
export function setErrorReporter(report: Reporter): void {
  reporter = report;
  errorLog.get().toReversed().forEach(report);
}

export function logError(thrown: unknown, info: string): void {
  const error =
    thrown instanceof Error ? thrown : new Error(typeof thrown === 'string' ? thrown : JSON.stringify(thrown));
  count += 1;
  // The path only: a query string may carry personal data.
  const entry: LoggedError = {
    id: count,
    message: error.message,
    info,
    url: location.pathname,
    stack: error.stack ?? '',
    time: Date.now(),
  };
  errorLog.set([entry, ...errorLog.get()].slice(0, kept));
  reporter?.(entry);
}

export const clearErrorLog = (): void => errorLog.set([]);

/** Resize observers report a skipped frame as an error; nothing is wrong. */
const harmless = /ResizeObserver loop/;

export function startErrorLog(): void {
  window.addEventListener('error', (event) => {
    if (!harmless.test(event.message))
      logError(event.error ?? event.message, event.filename ? `window ${event.filename}:${event.lineno}` : 'window');
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof DOMException && event.reason.name === 'AbortError'))
      logError(event.reason, 'promise');
  });
}
