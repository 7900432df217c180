import { lookup } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { inSpan, SpanKind } from '../../tracing/spans.ts';
import { isPublicAddress } from './public-address.ts';

/** Milliseconds for the whole check, redirects included. */
const timeoutMs = 5_000;
const mostRedirects = 3;
const maxHeaderBytes = 16 * 1024;

/** Result of a HEAD request: an HTTP status, or why there is none. */
export type ProbeResult =
  | { readonly status: number }
  | { readonly failure: 'timeout' | 'unreachable' | 'notPublic' | 'redirects' };

interface ProbeOptions {
  /** Addresses that may be connected to. */
  readonly isAllowed?: (address: string) => boolean;
  /** All addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
  readonly timeoutMs?: number;
}

class NotPublic extends Error {}

const resolveAll: NonNullable<ProbeOptions['resolve']> = (host) => lookup(host, { all: true });

/**
 * The lookup of a connection: resolves the name once, and refuses it unless every address is allowed. The socket connects to the addresses
 * that were checked, so that a name which resolves differently the next time (DNS rebinding) reaches nothing else.
 */
function checkedLookup({ isAllowed = isPublicAddress, resolve = resolveAll }: ProbeOptions): LookupFunction {
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

/** Status of one HEAD request, and where it redirects to. Only the headers are read. */
function head(
  url: URL,
  options: ProbeOptions,
  signal: AbortSignal,
): Promise<{ status: number; location: string | undefined }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is connected to without a lookup.
  if (isIP(host) !== 0 && !(options.isAllowed ?? isPublicAddress)(host)) return Promise.reject(new NotPublic());
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method: 'HEAD',
      agent: false,
      lookup: checkedLookup(options),
      maxHeaderSize: maxHeaderBytes,
      signal,
      headers: { 'user-agent': 'Wheelhouse link check' },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      response.destroy();
    });
    request.end();
  });
}

function nextUrl(location: string, from: URL): URL | undefined {
  if (!URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : undefined;
}

/**
 * Sends a HEAD request and follows up to three redirects. Every host on the way must have public addresses only. Bounded by 5 s in all and
 * 16 KiB of headers; no body is read and no credentials are sent. Never throws.
 */
export function probe(address: string, options: ProbeOptions = {}): Promise<ProbeResult> {
  // It may be anybody's site, which learns nothing of the trace, as the trace learns nothing of the site.
  const attributes = { 'http.request.method': 'HEAD' };
  return inSpan('HEAD', { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const result = await follow(address, options);
    if ('status' in result) span?.setAttribute('http.response.status_code', result.status);
    else span?.setAttribute('error.type', result.failure);
    return result;
  });
}

async function follow(address: string, options: ProbeOptions): Promise<ProbeResult> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  try {
    let url = new URL(address);
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const { status, location } = await head(url, options, signal);
      const next = status >= 300 && status < 400 && location !== undefined ? nextUrl(location, url) : undefined;
      if (next === undefined) return { status };
      url = next;
    }
    return { failure: 'redirects' };
  } catch (error) {
    if (signal.aborted) return { failure: 'timeout' };
    return { failure: error instanceof NotPublic ? 'notPublic' : 'unreachable' };
  }
}
