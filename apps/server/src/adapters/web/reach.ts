import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { inSpan, SpanKind } from '../../tracing/spans.ts';
import { isPublicAddress } from './public-address.ts';

const mostRedirects = 3;
const maxHeaderBytes = 16 * 1024;

/** Why a site did not answer. */
export type Unreached = 'timeout' | 'unreachable' | 'notPublic' | 'redirects';

export interface ReachOptions {
  /** Addresses that may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** All addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
  /** Milliseconds for everything, redirects included. */
  readonly timeoutMs?: number;
}

/** What is asked of a site, and what is made of its answer. */
interface Request<T> {
  readonly method: 'HEAD' | 'GET';
  readonly userAgent: string;
  /** Milliseconds for everything, redirects included. */
  readonly timeoutMs: number;
  /** Reads the answer that is no redirect; its connection is closed afterwards. */
  readonly read: (response: IncomingMessage) => T | Promise<T>;
}

class NotPublic extends Error {}

const resolveAll: NonNullable<ReachOptions['resolve']> = (host) => lookup(host, { all: true });

/**
 * The lookup of a connection: resolves the name once, and refuses it unless every address is allowed. The socket connects to the addresses
 * that were checked, so that a name which resolves differently the next time (DNS rebinding) reaches nothing else.
 */
function checkedLookup({ isAllowed = isPublicAddress, resolve = resolveAll }: ReachOptions): LookupFunction {
  const allowed = callbackify(async (host: string) => {
    const [first, ...more] = await resolve(host);
    if (first === undefined) throw new Error('no address');
    const found = [first, ...more] as const;
    if (!found.every(({ address }) => isAllowed(address))) throw new NotPublic();
    return found;
  });
  return (host, { all }, done) =>
    allowed(host, (error, found) => {
      // Of a failure there is an error alone.
      if (error !== null) done(error, '');
      else if (all === true) done(null, [...found]);
      else done(null, found[0].address, found[0].family);
    });
}

/** The answer to one request, whose body is not read yet. */
function answerOf(
  url: URL,
  { method, userAgent }: Pick<Request<unknown>, 'method' | 'userAgent'>,
  options: ReachOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is connected to without a lookup.
  if (isIP(host) !== 0 && !(options.isAllowed ?? isPublicAddress)(host)) return Promise.reject(new NotPublic());
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      agent: false,
      lookup: checkedLookup(options),
      maxHeaderSize: maxHeaderBytes,
      signal,
      headers: { 'user-agent': userAgent },
    });
    request.on('error', reject);
    request.on('response', resolve);
    request.end();
  });
}

/** Where an answer redirects to; undefined: nowhere that may be followed. */
function nextUrl({ statusCode = 0, headers: { location } }: IncomingMessage, from: URL): URL | undefined {
  if (statusCode < 300 || statusCode >= 400 || location === undefined || !URL.canParse(location, from.href))
    return undefined;
  const next = new URL(location, from);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : undefined;
}

async function follow<T>(
  address: string,
  request: Request<T>,
  options: ReachOptions,
): Promise<T | { readonly failure: Unreached }> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? request.timeoutMs);
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await answerOf(url, request, options, signal);
      try {
        const next = nextUrl(response, url);
        if (next === undefined) return await request.read(response);
        url = next;
      } finally {
        response.destroy();
      }
    }
    return { failure: 'redirects' };
  } catch (error) {
    if (signal.aborted) return { failure: 'timeout' };
    return { failure: error instanceof NotPublic ? 'notPublic' : 'unreachable' };
  }
}

/**
 * Asks anybody's site something and follows up to three redirects. Every host on the way must have public addresses only. Bounded in time
 * and by 16 KiB of headers; no credentials are sent. Never throws.
 */
export function reach<T extends object>(
  address: string,
  request: Request<T>,
  options: ReachOptions = {},
): Promise<T | { readonly failure: Unreached }> {
  const { method } = request;
  // It may be anybody's site, which learns nothing of the trace, as the trace learns nothing of the site.
  return inSpan(method, { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method } }, async (span) => {
    const result = await follow(
      address,
      {
        ...request,
        read: (response) => {
          span?.setAttribute('http.response.status_code', response.statusCode ?? 0);
          return request.read(response);
        },
      },
      options,
    );
    if ('failure' in result) span?.setAttribute('error.type', String(result.failure));
    return result;
  });
}
