import type {
  CommandDownlink,
  ConfigDownlink,
  DebugDownlink,
  DeviceSettings,
  OtaDownlink,
} from '@wheelhouse/contract/device/payloads';
import { downTopics, upTopic } from '@wheelhouse/contract/device/topics';
import mqtt, { type MqttClient } from 'mqtt';
import { randomUUID } from 'node:crypto';
import { Commands } from './commands.ts';
import { DebugSession } from './debug.ts';
import { mishaps, type Mishap } from './mishaps.ts';
import { DeviceApi } from './ota/check.ts';
import { Ota } from './ota/client.ts';
import { MobileData, purposeOf } from './mobile-data.ts';
import type { DeviceOptions } from './options.ts';
import { Outbox } from './outbox.ts';
import type { Vehicle } from './vehicle.ts';

const fullEveryMs = 3_600_000;
const chargingS = 60;
/** A device whose secret is refused asks again this often. */
const refusedMs = 60_000;
const maxUnacknowledged = 30;
/** It asks for upgrades so many seconds after it has come online; all at once the fleet would be refused. */
const checkAfterS = [20, 300] as const;

/** A vehicle's control unit: an ordinary MQTT client with the manners and the troubles of a real one. */
export class Device {
  readonly #options: DeviceOptions;
  readonly #vehicle: Vehicle;
  readonly #outbox: Outbox;
  readonly #commands = new Commands();
  readonly #data = new MobileData();
  readonly #ota: Ota;
  readonly #api: DeviceApi;
  #isToCheck = false;
  #whenOnline: (() => void)[] = [];
  readonly #debug: DebugSession;
  readonly #stop = new AbortController();
  #client: MqttClient | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #timers = new Set<NodeJS.Timeout>();
  #settings: DeviceSettings;
  #settingsVersion = 0;
  #unacknowledged = 0;
  /** No signal until then. */
  #deafUntil = 0;
  #lastLook = Date.now();
  #lastFull = 0;

  constructor(vehicle: Vehicle, options: DeviceOptions) {
    this.#vehicle = vehicle;
    this.#options = options;
    this.#settings = { reportMovingS: vehicle.random.int(5, 10), reportParkedS: 300, guardRadiusM: 50 };
    this.#outbox = new Outbox(
      (kind, payload) => this.#publish(upTopic(vehicle.spec.imei, kind), payload),
      vehicle.random,
    );
    this.#debug = new DebugSession(vehicle, (body) => this.#outbox.say('log', body));
    this.#api = new DeviceApi(options.api, this.#secret, vehicle);
    this.#ota = new Ota({
      ...options.ota,
      vehicle,
      signal: this.#stop.signal,
      now: Date.now,
      moved: (bytes) => this.#data.count('ota', bytes, Date.now()),
      say: (step) => {
        if (this.connected) this.#outbox.say('ota', step);
        return this.connected;
      },
      reboot: async () => this.#reboot(),
      renew: async (job, ecu) => {
        const jobs = await this.#api.check(this.#stop.signal);
        return jobs.find((one) => one.job === job)?.pkgs.find((pkg) => pkg.ecu === ecu)?.url;
      },
    });
  }

  get #secret(): string {
    return this.#options.secretOf(this.#vehicle.spec.imei);
  }

  get connected(): boolean {
    return this.#client?.connected ?? false;
  }

  /** Switches it on. */
  start(): void {
    this.#outbox.powerUp(Date.now());
    this.#lastFull = 0;
    const { imei } = this.#vehicle.spec;
    const client = mqtt.connect(this.#options.url, {
      clientId: imei,
      username: imei,
      password: this.#secret,
      clean: true,
      keepalive: 120,
      connectTimeout: 20_000,
      reconnectPeriod: this.#vehicle.random.int(3_000, 8_000),
      reconnectOnConnackError: true,
      queueQoSZero: false,
      resubscribe: false,
      will: this.#will(),
    });
    this.#client = client;
    client.on('connect', () => this.#online(client));
    client.on('reconnect', () => (client.options.will = this.#will()));
    client.on('message', (topic, payload) => this.#hear(topic, payload));
    client.on('error', (error) => {
      if ('code' in error && (error.code === 4 || error.code === 5)) client.options.reconnectPeriod = refusedMs;
    });
    client.on('close', () => (this.#unacknowledged = 0));
  }

  #session = '';
  #will() {
    this.#session = randomUUID();
    const payload = Buffer.from(JSON.stringify({ v: 1, st: 'offline', session: this.#session }));
    return { topic: upTopic(this.#vehicle.spec.imei, 'status'), payload, qos: 1 as const, retain: true };
  }

  #online(client: MqttClient): void {
    const { imei } = this.#vehicle.spec;
    client.publish(upTopic(imei, 'status'), JSON.stringify({ v: 1, st: 'online', session: this.#session }), {
      qos: 1,
      retain: true,
    });
    client.subscribe(downTopics(imei), { qos: 1 });
    if (this.#timer) this.#report();
    else this.#turn();
    this.#ota.online();
    for (const resume of this.#whenOnline.splice(0)) resume();
    this.#askForUpgrades();
  }

  /** Hints may have come while it was away. */
  #askForUpgrades(): void {
    if (this.#isToCheck) return;
    this.#isToCheck = true;
    const [least, most] = checkAfterS;
    this.#after(
      () => {
        this.#isToCheck = false;
        void this.#api.check(this.#stop.signal).then((jobs) => {
          for (const job of jobs) this.#ota.offer(job);
        });
      },
      (this.#vehicle.random.between(least, most) * 1000) / this.#options.rate,
    );
  }

  #publish(topic: string, payload: string): void {
    const client = this.#client;
    if (!client?.connected) return;
    this.#data.count(purposeOf(topic.split('/')[3] ?? ''), payload.length, Date.now());
    this.#unacknowledged++;
    client.publish(topic, payload, { qos: 1 }, () => (this.#unacknowledged = Math.max(0, this.#unacknowledged - 1)));
  }

  /** One look at the vehicle: report, and decide when to look again. */
  #turn(): void {
    const wasRiding = this.#vehicle.riding;
    const now = Date.now();
    this.#vehicle.advance(now);
    this.#misfortune(now);
    this.#report();
    const { riding, charging, wakesAt } = this.#vehicle;
    const everyS = riding
      ? (this.#settings.reportMovingS ?? 5)
      : charging
        ? Math.min(chargingS, this.#settings.reportParkedS ?? 300)
        : (this.#settings.reportParkedS ?? 300);
    const due = (everyS * 1000) / this.#options.rate;
    // The start of a ride is not to be missed; its first seconds follow closely.
    const untilRide = wakesAt === undefined ? due : Math.max(1_000, wakesAt - now + 1_000);
    this.#timer = setTimeout(() => this.#turn(), Math.min(due, untilRide, wasRiding !== riding ? 3_000 : due));
  }

  #report(): void {
    const now = Date.now();
    this.#vehicle.advance(now);
    const full = now - this.#lastFull >= fullEveryMs;
    const sample = this.#vehicle.sample(full);
    if (!this.connected || now < this.#deafUntil || this.#unacknowledged > maxUnacknowledged)
      return this.#outbox.keep(sample);
    if (full) this.#lastFull = now;
    const deviceKb = this.#data.due(now);
    this.#outbox.report({ ...sample, ...(deviceKb && { deviceKb }) });
  }

  /** Dead spots, knocks, falls, broken parts, crashes of its software. */
  #misfortune(now: number): void {
    const { random, riding } = this.#vehicle;
    const seconds = (now - this.#lastLook) / 1000;
    this.#lastLook = now;
    const happens = (meanHours: number) => random.chance(1 - Math.exp(-seconds / (meanHours * 3600)));
    if (this.#vehicle.wear(seconds)) this.#lastFull = 0;
    if (riding && now > this.#deafUntil && happens(3)) {
      this.#deafUntil = now + random.between(40_000, 360_000);
      // Sometimes the connection dies of it, and the broker speaks our will.
      if (random.chance(0.4)) this.#client?.stream.destroy();
    }
    for (const mishap of mishaps) {
      if (!mishap.can(this.#vehicle) || !happens(mishap.meanHours)) continue;
      this.#event(mishap, mishap.lastsS && random.between(mishap.lastsS[0], mishap.lastsS[1]) * 1000);
    }
    if (happens(70)) void this.#reboot();
  }

  /** Raises an alarm; one that lasts clears by itself. */
  #event({ code, severity, data }: Mishap, lastsMs: number | undefined): void {
    const ref = randomUUID().slice(0, 8);
    const details = data(this.#vehicle);
    const say = (state: 'raise' | 'clear') => {
      const { pos } = this.#vehicle.sample(false);
      const at = { lat: pos?.lat, lng: pos?.lng };
      this.#outbox.say('event', { ts: Date.now(), code, state, severity, ref, pos: at, data: details });
    };
    say('raise');
    if (lastsMs !== undefined) this.#after(() => say('clear'), lastsMs);
  }

  #hear(topic: string, payload: Buffer): void {
    let body: unknown;
    try {
      body = JSON.parse(payload.toString('utf8'));
    } catch {
      return;
    }
    const kind = topic.split('/')[3] ?? '';
    this.#data.count(purposeOf(kind), payload.length, Date.now());
    if (kind === 'cmd') this.#command(body as CommandDownlink);
    else if (kind === 'config') this.#configure(body as ConfigDownlink);
    else if (kind === 'debug') this.#debug.handle(body as DebugDownlink);
    else if (kind === 'ota') this.#upgrade(body as OtaDownlink);
  }

  #upgrade(job: OtaDownlink): void {
    this.#vehicle.advance(Date.now());
    this.#ota.handle({ ...job, pkgs: job.pkgs.map((pkg) => ({ ...pkg, url: this.#api.at(pkg.url) })) });
  }

  #command(command: CommandDownlink): void {
    this.#vehicle.advance(Date.now());
    this.#commands.handle(command, Date.now(), {
      vehicle: this.#vehicle,
      answer: (st, code, data) => {
        this.#outbox.say('cmd', { id: command.id, st, code, ts: Date.now(), ...(data && { data }) });
        if (st === 'succeeded' && command.type === 'queryVersion') this.#lastFull = 0;
        // What it changed is seen at once.
        if (st === 'succeeded') this.#report();
      },
      reboot: () => void this.#reboot(),
      load: (path) => this.#api.load(path, this.#stop.signal),
      schedule: (work, ms) => this.#after(work, ms),
    });
  }

  #configure({ ver, desired }: ConfigDownlink): void {
    if (ver > this.#settingsVersion) {
      this.#settings = { ...this.#settings, ...desired };
      this.#settingsVersion = ver;
    }
    this.#outbox.say('config', { ver: this.#settingsVersion, reported: this.#settings });
  }

  /** Power off and on again: gone for a moment, then a new boot number. Resolves when it is back on the network. */
  async #reboot(): Promise<void> {
    const isOff = this.#client === undefined;
    this.#client?.end(true);
    this.#client = undefined;
    const back = new Promise<void>((resolve) => this.#whenOnline.push(resolve));
    // A second reason to start again waits for the start that is under way.
    if (!isOff) this.#after(() => this.start(), this.#vehicle.random.between(6_000, 15_000) / this.#options.ota.pace);
    return back;
  }

  #after(work: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (!this.#stop.signal.aborted) work();
    }, ms);
    this.#timers.add(timer);
  }

  /** Switches it off politely. */
  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    for (const timer of this.#timers) clearTimeout(timer);
    this.#debug.stop();
    await this.#client?.endAsync().catch(() => undefined);
  }
}
