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

/** Receives every error, also those from before it was set. */
export function setErrorReporter(report: Reporter): void {
  reporter = report;
  errorLog.get().toReversed().forEach(report);
}

/** Errors that are in the log: the window hears of what a boundary has caught as well. */
const known = new WeakSet<Error>();

export function logError(thrown: unknown, info: string): void {
  const error =
    thrown instanceof Error ? thrown : new Error(typeof thrown === 'string' ? thrown : JSON.stringify(thrown));
  if (known.has(error)) return;
  known.add(error);
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

/** Given up by its caller, or shown where it happened. */
const quiet: ReadonlySet<string> = new Set(['AbortError', 'PartError']);

export function startErrorLog(): void {
  window.addEventListener('error', (event) => {
    if (!harmless.test(event.message))
      logError(event.error ?? event.message, event.filename ? `window ${event.filename}:${event.lineno}` : 'window');
  });
  window.addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof Error && quiet.has(event.reason.name))) logError(event.reason, 'promise');
  });
}
