/** A device broke the framing or sent a control packet of absurd size: its connection is closed. */
export class FrameError extends Error {}

const publishType = 3;
/** Longest topic looked at in an oversized PUBLISH. */
const maxTopic = 512;
const maxOther = 128 * 1024;

/**
 * Walks the MQTT frames of a connection ahead of the broker, whose parser would collect up to 256 MB of one message. An oversized
 * PUBLISH passes without its payload, so that it can be refused and acknowledged, while its bytes are dropped as they come.
 */
export class FrameFilter {
  readonly #maxPublish: number;
  readonly #onOversize: (messageId: number) => void;
  /** The beginning of a frame whose header is not complete yet. */
  #held: Buffer | undefined;
  #left = 0;
  #dropping = false;

  /** @param maxPublish bytes after the fixed header @param onOversize gets the message id (0 for QoS 0) before its stump passes */
  constructor(maxPublish: number, onOversize: (messageId: number) => void) {
    this.#maxPublish = maxPublish;
    this.#onOversize = onOversize;
  }

  /** What of these bytes the broker may see; null = nothing. @throws FrameError */
  push(bytes: Buffer): Buffer | null {
    const chunk = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#held = undefined;
    const out: Buffer[] = [];
    let start = 0;
    let at = 0;
    const pass = (to: number) => {
      if (to > start) out.push(chunk.subarray(start, to));
    };
    while (at < chunk.length) {
      if (this.#left > 0) {
        const step = Math.min(this.#left, chunk.length - at);
        if (this.#dropping) pass(at);
        at += step;
        this.#left -= step;
        if (this.#dropping) start = at;
        continue;
      }
      const header = this.#header(chunk, at);
      if (header === undefined) {
        this.#held = Buffer.from(chunk.subarray(at));
        break;
      }
      this.#left = header.length;
      this.#dropping = header.stump !== undefined;
      if (header.stump) {
        pass(at);
        start = at;
        out.push(header.stump);
      }
    }
    pass(at);
    if (out.length === 1) return out[0] ?? null;
    return out.length === 0 ? null : Buffer.concat(out);
  }

  /** Length of the frame at `at`, and what takes its place when it is too long; undefined when more bytes are needed to know. */
  #header(chunk: Buffer, at: number): { length: number; stump?: Buffer } | undefined {
    const first = chunk[at] ?? 0;
    let remaining = 0;
    let size = 1;
    for (let digit = 0x80; digit & 0x80; size++) {
      if (size > 4) throw new FrameError('malformed remaining length');
      const byte = chunk[at + size];
      if (byte === undefined) return undefined;
      digit = byte;
      remaining += (digit & 0x7f) * 128 ** (size - 1);
    }
    const length = size + remaining;
    const type = first >> 4;
    if (remaining <= (type === publishType ? this.#maxPublish : maxOther)) return { length };
    if (type !== publishType) throw new FrameError('control packet too large');
    const stump = this.#stump(chunk, at + size, first);
    return stump && { length, stump };
  }

  #stump(chunk: Buffer, body: number, first: number): Buffer | undefined {
    if (chunk.length < body + 2) return undefined;
    const topic = chunk.readUInt16BE(body);
    if (topic > maxTopic) throw new FrameError('topic too long');
    const end = body + 2 + topic + (first & 0x06 ? 2 : 0);
    if (chunk.length < end) return undefined;
    this.#onOversize(first & 0x06 ? chunk.readUInt16BE(end - 2) : 0);
    const remaining = end - body;
    const prefix = remaining < 128 ? [first, remaining] : [first, (remaining % 128) | 0x80, remaining >> 7];
    return Buffer.concat([Buffer.from(prefix), chunk.subarray(body, end)]);
  }
}
