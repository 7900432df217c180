import type { IncomingMessage } from 'node:http';
import { reach, type ReachOptions, type Unreached } from './reach.ts';

/** What a site answers with: its bytes, the status that it answers instead, or why there are none. */
export type Fetched =
  | { readonly bytes: Buffer }
  | { readonly status: number }
  | { readonly failure: Unreached | 'tooLarge' };

async function bytesOf(response: IncomingMessage, most: number): Promise<Fetched> {
  const { statusCode = 0, headers } = response;
  if (statusCode !== 200) return { status: statusCode };
  if (Number(headers['content-length'] ?? 0) > most) return { failure: 'tooLarge' };
  const parts: Buffer[] = [];
  let size = 0;
  const stream: AsyncIterable<unknown> = response;
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    if (size > most) return { failure: 'tooLarge' };
    parts.push(part);
  }
  return { bytes: Buffer.concat(parts) };
}

/** What is at an address of the public internet, of at most `most` bytes, within 15 s in all. Never throws. */
export const fetchBytes = (address: string, most: number, options: ReachOptions = {}): Promise<Fetched> =>
  reach(
    address,
    {
      method: 'GET',
      userAgent: 'Wheelhouse picture',
      timeoutMs: 15_000,
      read: (response) => bytesOf(response, most),
    },
    options,
  );
