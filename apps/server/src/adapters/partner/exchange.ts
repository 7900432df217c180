import { inSpan, SpanKind, traceHeaders } from '../../tracing/spans.ts';

interface Answered {
  readonly status: number;
  /** Of the header Retry-After, an hour at most; undefined where there is none. */
  readonly retryAfterSec: number | undefined;
}

/** What another system answered. */
export interface Exchanged extends Answered {
  /** Parsed; undefined where it is no JSON. */
  readonly body: unknown;
}

/** The same as it came, for signatures and files. */
export interface Bytes extends Answered {
  readonly headers: Headers;
  readonly bytes: Buffer;
}

interface Options {
  readonly timeoutMs: number;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A wrong Retry-After does not stop anything for days. */
const longestWaitSec = 3_600;

/** Retry-After holds seconds or a date (RFC 9110, 10.2.3). */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(longestWaitSec, Math.max(0, seconds));
}

/**
 * One request to another system. A redirection is a failure: keys, numbers and texts go to the configured host alone.
 * @throws Error when it cannot be reached, redirects, or does not answer in time
 */
export async function exchange(url: string, options: Options): Promise<Exchanged> {
  const { status, retryAfterSec, bytes } = await exchangeBytes(url, options);
  return { status, retryAfterSec, body: jsonOf(new TextDecoder().decode(bytes)) };
}

/** The same, whose answer is not read. @throws Error as above */
export async function exchangeBytes(
  url: string,
  { timeoutMs, method = 'GET', headers = {}, body }: Options,
): Promise<Bytes> {
  // Of the address only the host: paths and queries name cards and people.
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
  return inSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { accept: 'application/json', ...traceHeaders(), ...headers },
      ...(body !== undefined && { body }),
    });
    span?.setAttribute('http.response.status_code', response.status);
    return {
      status: response.status,
      retryAfterSec: secondsOf(response.headers.get('retry-after')),
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
