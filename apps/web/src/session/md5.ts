/**
 * MD5 (RFC 1321) of a text's UTF-8 bytes as 32 uppercase hex digits: the form in which a password is sent (specification §5).
 * Own code because the installed hash library runs WebAssembly, which the page's content security policy does not allow.
 */
export function md5Upper(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  let state: readonly [number, number, number, number] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < words.length; at += 16) state = block(state, words.subarray(at, at + 16));
  const bytes = new DataView(new ArrayBuffer(16));
  state.forEach((word, i) => bytes.setUint32(i * 4, word, true));
  return Array.from(new Uint8Array(bytes.buffer), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21] as const;
const sines = Uint32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

/** The message, a one bit, zeros, and the length in bits, as little-endian words. */
function padded(bytes: Uint8Array): Uint32Array {
  const view = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64));
  bytes.forEach((byte, i) => view.setUint8(i, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, bytes.length << 3, true);
  view.setUint32(view.byteLength - 4, Math.floor(bytes.length / 2 ** 29), true);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(i * 4, true));
}

function mix(round: number, b: number, c: number, d: number): number {
  if (round === 0) return (b & c) | (~b & d);
  if (round === 1) return (d & b) | (~d & c);
  return round === 2 ? b ^ c ^ d : c ^ (b | ~d);
}

function wordIndex(round: number, i: number): number {
  if (round === 0) return i;
  if (round === 1) return (5 * i + 1) % 16;
  return round === 2 ? (3 * i + 5) % 16 : (7 * i) % 16;
}

type State = readonly [number, number, number, number];

function block(state: State, words: Uint32Array): State {
  let [a, b, c, d] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const word = words[wordIndex(round, i)] ?? 0;
    const sum = (a + mix(round, b, c, d) + (sines[i] ?? 0) + word) | 0;
    const shift = shifts[round * 4 + (i % 4)] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [(state[0] + a) | 0, (state[1] + b) | 0, (state[2] + c) | 0, (state[3] + d) | 0];
}
