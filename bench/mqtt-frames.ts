/** MQTT 3.1.1 frames built and read by hand, so that a load generator costs as little as it can. */

export const text = (value: string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

export function frame(first: number, ...parts: readonly Buffer[]): Buffer {
  let rest = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [first];
  do {
    head.push((rest % 128) | (rest > 127 ? 0x80 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Buffer.concat([Buffer.from(head), ...parts]);
}

const number = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
const keepAliveSec = 60;

/** A clean session without a will. */
export const connectFrame = (id: string, secret: string, user = id): Buffer =>
  frame(0x10, text('MQTT'), Buffer.from([4, 0xc2, 0, keepAliveSec]), text(id), text(user), text(secret));
export const subscribeFrame = (messageId: number, topic: string): Buffer =>
  frame(0x82, number(messageId), text(topic), Buffer.from([1]));
/** QoS 1. */
export const publishFrame = (messageId: number, topic: string, payload: string, again = false): Buffer =>
  frame(again ? 0x3a : 0x32, text(topic), number(messageId), Buffer.from(payload));
export const pubackFrame = (messageId: number): Buffer => frame(0x40, number(messageId));
export const disconnectFrame = (): Buffer => frame(0xe0);

export const packets = { connack: 2, publish: 3, puback: 4, suback: 9 } as const;

export interface Packet {
  readonly type: number;
  readonly flags: number;
  readonly body: Buffer;
}

/** A message of QoS 1 that was published to a client. */
export function publishedIn({ body }: Packet): {
  readonly messageId: number;
  readonly topic: string;
  readonly payload: string;
} {
  const end = 2 + body.readUInt16BE(0);
  return {
    topic: body.toString('utf8', 2, end),
    messageId: body.readUInt16BE(end),
    payload: body.toString('utf8', end + 2),
  };
}

/** Cuts a stream of bytes into packets. */
export class PacketReader {
  #held: Buffer = Buffer.alloc(0);

  *read(data: Buffer): Generator<Packet> {
    this.#held = this.#held.length === 0 ? data : Buffer.concat([this.#held, data]);
    for (;;) {
      const [first] = this.#held;
      if (first === undefined) return;
      let [length, at, more] = [0, 1, true];
      for (; more; at++) {
        const byte = this.#held[at];
        if (byte === undefined) return;
        length += (byte & 0x7f) << (7 * (at - 1));
        more = byte >= 0x80;
      }
      if (this.#held.length < at + length) return;
      const body = this.#held.subarray(at, at + length);
      this.#held = this.#held.subarray(at + length);
      yield { type: first >> 4, flags: first & 0x0f, body };
    }
  }
}
