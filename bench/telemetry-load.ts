/** Load generator of telemetry.ts: real sockets, MQTT 3.1.1 frames built by hand, so that the sender costs as little as it can. */
import net from 'node:net';
import { connectFrame, frame, text } from './mqtt-frames.ts';

export interface LoadOptions {
  readonly port: number;
  readonly devices: readonly { readonly imei: string; readonly secret: string }[];
  readonly seconds: number;
  /** Unacknowledged messages each device has on the way. */
  readonly window: number;
  /** Samples a message. */
  readonly samples: number;
  /** Present: each device connects, says so many at once and is done, whatever `seconds` and `window` are. */
  readonly messages?: number;
  /** The devices stay connected and silent, and say one message each whenever they are told to; neither `seconds` nor `window` matters. */
  readonly onDemand?: boolean;
  /** Number of the devices' start, 7 unless given: messages of a later run are new only under another one. */
  readonly boot?: number;
}

export interface LoadReport {
  readonly seconds: number;
  readonly connectSeconds: number;
  readonly acked: number;
  readonly distinct: number;
  /** ms. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What the generator is told and answers where devices talk on demand: `sayNote` once all are connected and whenever all that was said is acknowledged. */
export const sayNote = 'say';
export const endNote = 'end';

const speedMps = 5.61;
const metresPerDegree = 111_320;
/** Every n-th message is sent once more. */
const repeatEvery = 100;
const latencies: number[] = [];
let acked = 0;
let distinct = 0;
let stopping = false;

class Device {
  readonly #topic: Buffer;
  readonly #imei: string;
  readonly #options: LoadOptions;
  readonly #socket: net.Socket;
  readonly #sent = new Map<number, number>();
  #messageId = 0;
  #seq = 0;
  #lat = 31.2 + Math.random() / 10;
  #metres = 1_284_350;
  #movedAt = Date.now();
  #again: Buffer | undefined;
  #held: Buffer | undefined;
  #left: number;
  onIdle: () => void = () => undefined;
  connected!: Promise<void>;

  constructor(options: LoadOptions, device: { imei: string; secret: string }) {
    this.#options = options;
    this.#left = options.messages ?? Infinity;
    this.#imei = device.imei;
    this.#topic = text(`v1/${device.imei}/up/telemetry`);
    this.#socket = net.connect({ port: options.port, host: '127.0.0.1', noDelay: true });
    this.connected = new Promise((resolve, reject) => {
      this.#socket.once('data', (data) =>
        data[0] === 0x20 && data[3] === 0 ? resolve() : reject(new Error('refused')),
      );
      this.#socket.once('error', reject);
      this.#socket.once('close', () => reject(new Error('closed by the broker')));
    });
    this.#socket.write(connectFrame(device.imei, device.secret));
  }

  listen(): void {
    this.#socket.removeAllListeners('close').once('close', () => {
      if ((!stopping && this.#left > 0) || this.#sent.size > 0) throw new Error('closed by the broker');
    });
    this.#socket.on('data', (data) => this.#receive(data));
  }

  start(): void {
    this.listen();
    this.#send(this.#options.messages ?? this.#options.window);
  }

  /** Says one message. Resolves when it is acknowledged. */
  async say(): Promise<void> {
    this.#send(1);
    await this.#idle();
  }

  async #idle(): Promise<void> {
    if (this.#sent.size > 0) await new Promise<void>((resolve) => (this.onIdle = resolve));
  }

  #payload(): Buffer {
    const ts = Date.now();
    const metres = (speedMps * (ts - this.#movedAt)) / 1000;
    this.#movedAt = ts;
    this.#lat += metres / metresPerDegree;
    this.#metres += metres;
    const samples: string[] = [];
    for (let i = 0; i < this.#options.samples; i++) {
      samples.push(
        `{"ts":${ts + i},"tsq":"gnss","pos":{"lat":${this.#lat.toFixed(6)},"lng":121.473701,"spd":${speedMps},"hdg":128.5,"sat":14,"hdop":0.8,"fix":3},` +
          `"bat":[{"sn":"BENCH${this.#imei}","slot":1,"soc":${100 - ((this.#seq >> 6) % 100)},"soh":97,"v":51.82,"i":-6.4,"tMax":33.5,"tMin":31.0,"cyc":212,"chg":false}],` +
          `"st":{"acc":true,"locked":false,"armed":false,"seat":false,"stand":"up","gear":2},"odo":${Math.round(this.#metres)},` +
          `"tmp":{"motor":58.5,"ctrl":49.0},"net":{"csq":22,"rsrp":-79,"aux":12.6}}`,
      );
    }
    return Buffer.from(`{"v":1,"mid":"${this.#options.boot ?? 7}-${this.#seq++}","s":[${samples.join(',')}]}`);
  }

  #send(count: number): void {
    this.#left -= count;
    const frames: Buffer[] = [];
    for (let i = 0; i < count; i++) {
      let payload = this.#again;
      this.#again = undefined;
      if (!payload) {
        payload = this.#payload();
        distinct++;
        if (this.#seq % repeatEvery === 0) this.#again = payload;
      }
      this.#messageId = (this.#messageId % 65_535) + 1;
      this.#sent.set(this.#messageId, performance.now());
      frames.push(frame(0x32, this.#topic, Buffer.from([this.#messageId >> 8, this.#messageId & 0xff]), payload));
    }
    this.#socket.write(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames));
  }

  #receive(data: Buffer): void {
    const bytes = this.#held ? Buffer.concat([this.#held, data]) : data;
    let count = 0;
    let at = 0;
    const now = performance.now();
    for (; at + 4 <= bytes.length; at += 4) {
      const messageId = bytes.readUInt16BE(at + 2);
      const since = this.#sent.get(messageId);
      if (since === undefined) throw new Error('acknowledged what was not sent');
      this.#sent.delete(messageId);
      latencies.push(now - since);
      count++;
    }
    this.#held = at < bytes.length ? bytes.subarray(at) : undefined;
    acked += count;
    if (!stopping && this.#left > 0 && this.#options.onDemand !== true) this.#send(count);
    else if (this.#sent.size === 0) this.onIdle();
  }

  /** Resolves when everything sent is acknowledged. */
  async finish(): Promise<void> {
    await this.#idle();
    this.#socket.destroy();
  }
}

process.once('message', (message) => void run(message as LoadOptions));

async function connect(options: LoadOptions): Promise<Device[]> {
  const devices: Device[] = [];
  for (const device of options.devices) {
    devices.push(new Device(options, device));
    if (devices.length % 200 === 0) await devices.at(-1)?.connected;
  }
  await Promise.all(devices.map((device) => device.connected));
  return devices;
}

/** Connects everybody, then lets them talk for a time. */
async function talk(options: LoadOptions): Promise<{ connectSeconds: number; started: number }> {
  const begun = performance.now();
  const devices = await connect(options);
  const connectSeconds = (performance.now() - begun) / 1000;
  const started = performance.now();
  for (const device of devices) device.start();
  await new Promise((resolve) => setTimeout(resolve, options.seconds * 1000));
  stopping = true;
  await Promise.all(devices.map((device) => device.finish()));
  return { connectSeconds, started };
}

/** Everybody comes at once, says what they have, and is done. */
async function unload(options: LoadOptions): Promise<{ connectSeconds: number; started: number }> {
  const started = performance.now();
  let connectSeconds = 0;
  await Promise.all(
    options.devices.map(async (each) => {
      const device = new Device(options, each);
      await device.connected;
      connectSeconds = (performance.now() - started) / 1000;
      device.start();
      await device.finish();
    }),
  );
  stopping = true;
  return { connectSeconds, started };
}

/** Connects everybody, then lets each say a message whenever the parent asks for it. */
async function obey(options: LoadOptions): Promise<void> {
  const devices = await connect(options);
  for (const device of devices) device.listen();
  process.on('message', (note) => {
    if (note === endNote) process.exit();
    void Promise.all(devices.map((device) => device.say())).then(() => process.send?.(sayNote));
  });
  process.send?.(sayNote);
}

async function run(options: LoadOptions): Promise<void> {
  if (options.onDemand === true) return obey(options);
  const { connectSeconds, started } = await (options.messages === undefined ? talk(options) : unload(options));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round(latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0);
  const report: LoadReport = {
    seconds,
    connectSeconds: Math.round(connectSeconds * 100) / 100,
    acked,
    distinct,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  };
  process.send?.(report, () => process.disconnect());
}
