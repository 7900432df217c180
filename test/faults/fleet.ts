import mqtt, { type MqttClient } from 'mqtt';

/** What a device has said, and of that what was acknowledged. */
export interface Said {
  readonly imei: string;
  readonly acked: ReadonlySet<number>;
  readonly sent: number;
}

/** A broker: a port of this machine, or of a host of a test network. */
export type Server = number | { readonly host: string; readonly port: number };

/** Messages of a device that wait for their acknowledgement. */
const window = 5;
const pauseMs = 20;

/** Devices that never stop talking: QoS 1, each message until it is acknowledged, over whatever happens to broker, platform and database. */
export class Fleet {
  readonly #devices: Device[];
  /** Acknowledgements and their times, ms since epoch. */
  readonly acks: number[] = [];

  constructor(servers: readonly Server[], devices: readonly { readonly imei: string; readonly secret: string }[]) {
    this.#devices = devices.map((device, n) => new Device(servers, n, device, () => this.acks.push(Date.now())));
  }

  start(): void {
    for (const device of this.#devices) device.start();
  }

  /** What each has said until now. */
  said(): readonly Said[] {
    return this.#devices.map(({ imei, acked, sent }) => ({ imei, acked: new Set(acked), sent }));
  }

  /** Says nothing new, and waits until everything is acknowledged. */
  async finish(): Promise<readonly Said[]> {
    await Promise.all(this.#devices.map((device) => device.finish()));
    return this.#devices;
  }
}

class Device implements Said {
  readonly imei: string;
  readonly acked = new Set<number>();
  readonly #client: MqttClient;
  readonly #onAck: () => void;
  readonly #loops: Promise<void>[] = [];
  #seq = 0;
  #stopping = false;

  constructor(
    all: readonly Server[],
    n: number,
    { imei, secret }: { readonly imei: string; readonly secret: string },
    onAck: () => void,
  ) {
    this.imei = imei;
    this.#onAck = onAck;
    // Spread over the processes, and on to the next one when it is away, as a load balancer would.
    const servers = all.map((_, i) => {
      const server = all[(n + i) % all.length] ?? 0;
      return typeof server === 'number' ? { host: '127.0.0.1', port: server } : server;
    });
    this.#client = mqtt.connect({
      servers,
      clientId: imei,
      username: imei,
      password: secret,
      clean: false,
      reconnectPeriod: 500,
      // Refused while the database is away.
      reconnectOnConnackError: true,
      connectTimeout: 3_000,
      keepalive: 10,
    });
    this.#client.on('error', () => undefined);
  }

  get sent(): number {
    return this.#seq;
  }

  start(): void {
    for (let n = 0; n < window; n++) this.#loops.push(this.#talk());
  }

  async #talk(): Promise<void> {
    while (!this.#stopping) {
      const seq = this.#seq++;
      const ts = Date.now();
      const payload = JSON.stringify({
        v: 1,
        mid: `1-${seq}`,
        s: [{ ts, pos: { lat: 31.2, lng: 121.5, spd: 3 }, odo: seq }],
      });
      await this.#publish(payload);
      this.acked.add(seq);
      this.#onAck();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /**
   * Kept by the client until acknowledged, and sent again on every new connection; but one that is given while a new connection
   * still sends what was kept, and breaks, is refused. It is said again: the number in it is the same.
   */
  async #publish(payload: string): Promise<void> {
    for (;;)
      try {
        await this.#client.publishAsync(`v1/${this.imei}/up/telemetry`, payload, { qos: 1 });
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
  }

  async finish(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#loops);
    await this.#client.endAsync(true);
  }
}
