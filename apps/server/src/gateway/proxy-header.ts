import { isIP, type Socket } from 'node:net';

// The PROXY protocol, versions 1 and 2: a load balancer that passes TCP on as it comes says first who it is
// (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt).

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex');
const fixedLength = 16;
/** Of version 2, with what load balancers add to the addresses. */
const longest = 1_024;
/** Of version 1. */
const longestLine = 107;
const patienceMs = 10_000;

interface ProxyHeader {
  /** Bytes it takes. */
  readonly length: number;
  /** Whose connection it is; absent: the load balancer's own. */
  readonly address: string | undefined;
}

/** @returns undefined while its end has not come @throws RangeError when it is none */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  const known = Math.min(bytes.length, signature.length);
  if (known > 0 && bytes.subarray(0, known).equals(signature.subarray(0, known))) return parseBinary(bytes);
  const start = bytes.subarray(0, 6).toString('latin1');
  if (!'PROXY '.startsWith(start)) throw new RangeError('no PROXY header');
  return parseLine(bytes);
}

function parseLine(bytes: Buffer): ProxyHeader | undefined {
  const end = bytes.subarray(0, longestLine).indexOf('\r\n');
  if (end === -1 && bytes.length >= longestLine) throw new RangeError('the PROXY header has no end');
  if (end === -1) return undefined;
  const [, family, address = ''] = bytes.subarray(0, end).toString('latin1').split(' ');
  if (family === 'UNKNOWN') return { length: end + 2, address: undefined };
  if (isIP(address) === 0) throw new RangeError('the PROXY header has no address');
  return { length: end + 2, address };
}

function parseBinary(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length < fixedLength) return undefined;
  const [version, command] = [bytes.readUInt8(12) >> 4, bytes.readUInt8(12) & 0xf];
  const length = fixedLength + bytes.readUInt16BE(14);
  if (version !== 2 || command > 1 || length > longest) throw new RangeError('a PROXY header of another kind');
  if (bytes.length < length) return undefined;
  const addresses = bytes.subarray(fixedLength, length);
  return { length, address: command === 0 ? undefined : sourceOf(bytes.readUInt8(13) >> 4, addresses) };
}

function sourceOf(family: number, addresses: Buffer): string | undefined {
  if (family === 1 && addresses.length >= 12) return addresses.subarray(0, 4).join('.');
  if (family !== 2 || addresses.length < 36) return undefined;
  const groups = Array.from({ length: 8 }, (_, n) => addresses.readUInt16BE(n * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/**
 * Reads the header of a new connection; what follows stays in the socket. A connection that begins with something else, or with nothing for ten
 * seconds, is ended.
 * @param done called with whose connection it is, where that is known
 */
export function readProxyHeader(socket: Socket, done: (address: string | undefined) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  const end = () => void socket.destroy();
  const read = (): void => {
    const chunk: unknown = socket.read();
    if (!Buffer.isBuffer(chunk)) return;
    bytes = Buffer.concat([bytes, chunk]);
    try {
      const header = parseProxyHeader(bytes);
      if (header === undefined) return;
      clearTimeout(timer);
      socket.off('readable', read).off('error', end);
      if (header.length < bytes.length) socket.unshift(bytes.subarray(header.length));
      done(header.address);
    } catch {
      end();
    }
  };
  const timer = setTimeout(end, patienceMs);
  socket.on('readable', read).on('error', end);
  socket.once('close', () => clearTimeout(timer));
}
