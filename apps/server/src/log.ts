import { traceFields } from './tracing/spans.ts';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

/** Names that must never show their value in a log, at the top of what is logged or one below. */
const secretFields = [
  'authorization',
  'password',
  'oldPassword',
  'newPassword',
  'accessToken',
  'token',
  'secret',
  'mobile',
  'idNumber',
];

/** Seconds in which warnings and errors of one class make one line; the next one says how many were left out. */
const quietSeconds = 10;
const mostClasses = 1_000;

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

/** Same message, same kind of error, same place; ids and numbers aside. */
function classOf(level: number, args: readonly unknown[]): string {
  const [first, second] = args;
  const fields: Readonly<Record<string, unknown>> = typeof first === 'object' && first !== null ? { ...first } : {};
  const error = first instanceof Error ? first : fields['err'];
  const details =
    error instanceof Error
      ? [
          error.name,
          'code' in error ? error.code : '',
          error.message,
          error.stack?.split('\n').find((line) => line.startsWith('    at ')),
        ]
      : [];
  const text = [level, typeof first === 'string' ? first : second, fields['route'], ...details].map(String).join(' ');
  return text.replace(/\d+/g, '#').slice(0, 1_000);
}

/** The same line, saying how many like it were not written. */
function counted(args: readonly unknown[], leftOut: number): unknown[] {
  if (leftOut === 0) return [...args];
  const [first, ...rest] = args;
  if (first instanceof Error) return [{ err: first, leftOut }, ...rest];
  return typeof first === 'object' ? [{ ...first, leftOut }, ...rest] : [{ leftOut }, ...args];
}

/** What fails again and again must not fill the disk, least of all one that is full: each class of warnings and errors has a rate. */
function rated(): LogMethod {
  const classes = new Map<string, { leftOut: number; last: (leftOut: number) => void }>();
  const forget = (key: string): void => {
    const known = classes.get(key);
    if (known === undefined || known.leftOut === 0) return void classes.delete(key);
    known.last(known.leftOut - 1);
    known.leftOut = 0;
    setTimeout(forget, quietSeconds * 1_000, key).unref();
  };
  return function (args, method, level) {
    // Below a warning nothing repeats by itself; what is fatal is said once.
    if (level < 40 || level >= 60) return method.apply(this, args);
    const key = classOf(level, args);
    const write = (leftOut: number): void => method.apply(this, counted(args, leftOut) as typeof args);
    const known = classes.get(key);
    if (known !== undefined) {
      known.leftOut++;
      known.last = write;
      return;
    }
    write(0);
    if (classes.size >= mostClasses) return;
    classes.set(key, { leftOut: 0, last: write });
    setTimeout(forget, quietSeconds * 1_000, key).unref();
  };
}

/** The process's logger: one JSON object a line on standard output (or `to`), times in ISO 8601 UTC. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    mixin: traceFields,
    hooks: { logMethod: rated() },
    redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), censor: '[hidden]' },
  };
  return to ? pino(options, to) : pino(options);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: unknown;
  readonly cause?: LoggedError;
}

/** What helps to find a defect. Never an error's other properties: a database error carries row values and its connection. */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: undefined };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
