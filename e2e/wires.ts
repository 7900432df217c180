import type { CDPSession } from '@playwright/test';

/** A request as the browser accounts for it: times in seconds, bytes with headers as they came over the wire. */
export interface Wire {
  readonly url: string;
  readonly type: string;
  readonly start: number;
  /** 0 while it is under way. */
  end: number;
  bytes: number;
}

/** Everything a page asks for from now on. Of what is pushed there is no end: it is left out. */
export async function record(cdp: CDPSession): Promise<Map<string, Wire>> {
  const wires = new Map<string, Wire>();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (!request.url.startsWith('data:') && !request.url.includes('/live/stream'))
      wires.set(requestId, { url: request.url, type: type ?? 'Other', start: timestamp, end: 0, bytes: 0 });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const wire = wires.get(requestId);
    if (wire) [wire.end, wire.bytes] = [timestamp, encodedDataLength];
  });
  cdp.on('Network.loadingFailed', ({ requestId, timestamp }) => {
    const wire = wires.get(requestId);
    if (wire) wire.end = timestamp;
  });
  await cdp.send('Network.enable');
  return wires;
}

/** Kilobytes of 1,000 bytes. */
export const kilobytes = (wires: Iterable<Wire>): number =>
  [...wires].reduce((total, { bytes }) => total + bytes, 0) / 1000;

/** The longest chain of requests of which each began after the one before had ended. */
export function longestChain(wires: readonly Wire[]): Wire[] {
  const chains = new Map<Wire, Wire[]>();
  let longest: Wire[] = [];
  for (const wire of wires.toSorted((a, b) => a.start - b.start)) {
    const before = [...chains].filter(([one]) => one.end > 0 && one.end <= wire.start).map(([, chain]) => chain);
    const chain = [...(before.toSorted((a, b) => b.length - a.length)[0] ?? []), wire];
    chains.set(wire, chain);
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}

const isCall = ({ type }: Wire): boolean => type === 'Fetch' || type === 'XHR';

/** Calls of the boot: pages, dictionaries and user. */
const ofBoot = /\/(?:sysFunction\/tree|itemCode\/dictionary|sysUser\/myInfo)$/;

/** Calls made after those of the boot, which everything waits for. What the boot does not hold up is not among them. */
export function callsAfterBoot(wires: Iterable<Wire>): Wire[] {
  const calls = [...wires].filter(isCall);
  const booted = Math.max(0, ...calls.filter(({ url }) => ofBoot.test(new URL(url).pathname)).map(({ end }) => end));
  return calls.filter(({ start }) => start >= booted);
}
