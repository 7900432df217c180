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

/** The process's logger: one JSON object a line on standard output (or `to`), times in ISO 8601 UTC. */
export function createLog(level: string, to?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
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
