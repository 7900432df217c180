import net, { type Socket } from 'node:net';
import {
  connectFrame,
  disconnectFrame,
  PacketReader,
  packets,
  publishedIn,
  pubackFrame,
  publishFrame,
  subscribeFrame,
  type Packet,
} from '../../../bench/mqtt-frames.ts';
import { fateOf, stepsOf, type Fate, type Step } from './dice.ts';

/** What all vehicles share. */
export interface Road {
  /** MQTT ports of the gateways. */
  readonly ports: readonly number[];
  readonly secretOf: (imei: string) => string;
  readonly versions: { readonly from: string; readonly to: string };
  readonly packageSize: number;
  /** Those who hear of a job now are of a bad batch. */
  isBad: boolean;
  onHeard(job: string, vehicle: Vehicle): void;
  /** A vehicle says nothing more about its job, and the platform has not heard how it ended. */
  onStuck(job: string): void;
}

/** An uplink that has not been acknowledged yet. */
interface Said {
  readonly topic: string;
  readonly payload: string;
  /** What it is about; by the time it is acknowledged the vehicle may have heard of another job. */
  readonly work: Work;
}

interface Work {
  readonly job: string;
  readonly fate: Fate;
  readonly steps: readonly Step[];
  at: number;
  /** Nothing more comes of it. */
  isOver: boolean;
  /** It has said that it failed: the platform may know while the acknowledgement is still on its way. */
  hasSaidFailure: boolean;
}

const [leastPauseMs, pauseMs, backMs, quietMs] = [5, 60, 700, 1_500];
const lateMs = 15_000;

/**
 * A control unit at the protocol: it sleeps until it is called, connects, hears its job, says how it gets on, with QoS 1 and again after
 * every break, and sleeps again. It recognises a job that it knows. It reports its download without fetching the package.
 */
export class Vehicle {
  readonly n: number;
  readonly imei: string;
  readonly #road: Road;
  /** Jobs it got, in order. */
  readonly jobs: string[] = [];
  version: string;
  /** How the last attempt ended that it reported as failed. */
  failure: string | undefined;
  /** A further job came while one was not over. */
  jobsTwice = 0;
  /** A further job came before the failure of the one before was acknowledged. */
  jobsEarly = 0;
  jobsWhenDone = 0;
  /** A job that it knew was handed over again. */
  repeats = 0;
  installs = 0;
  connects = 0;
  #work: Work | undefined;
  #socket: Socket | undefined;
  #isReady = false;
  #boot = 1;
  #seq = 0;
  #messageId = 0;
  #said: Said | undefined;
  #isAgain = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(n: number, imei: string, road: Road) {
    [this.n, this.imei, this.#road, this.version] = [n, imei, road, road.versions.from];
  }

  get isAwake(): boolean {
    return this.#socket !== undefined || this.#timer !== undefined;
  }
  get isBusy(): boolean {
    return this.#said !== undefined || (this.#work !== undefined && !this.#work.isOver);
  }
  /** Its last job, and what it was to do about it. */
  get last(): { readonly job: string; readonly fate: Fate } | undefined {
    return this.#work;
  }

  /** The network has something for it. */
  wake(afterMs: number): void {
    if (!this.isAwake) this.#later(afterMs, () => this.#connect());
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#socket?.destroy();
  }

  #later(ms: number, work: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      work();
    }, ms);
  }

  #connect(): void {
    const { ports, secretOf } = this.#road;
    // Spread over the gateways, and on to the next one when one is away, as a load balancer would.
    const port = ports[(this.n + this.connects++) % ports.length] ?? 0;
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    const reader = new PacketReader();
    this.#socket = socket;
    this.#isReady = false;
    socket.setTimeout(lateMs, () => socket.destroy());
    socket.on('connect', () => socket.write(connectFrame(this.imei, secretOf(this.imei))));
    socket.on('data', (data) => {
      // What comes when it has gone to sleep is not heard.
      for (const packet of reader.read(data)) if (this.#socket === socket) this.#take(packet);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#isAgain = true;
      const isLeft = this.#isReady && !this.isBusy;
      if (!isLeft) this.#later(Math.random() * backMs + leastPauseMs, () => this.#connect());
    });
  }

  #take(packet: Packet): void {
    const socket = this.#socket;
    if (packet.type === packets.connack) {
      if (packet.body[1] !== 0) socket?.destroy();
      else socket?.write(subscribeFrame(this.#nextId(), `v1/${this.imei}/down/#`));
    } else if (packet.type === packets.suback) {
      this.#isReady = true;
      if (this.#said) this.#send();
      else this.#goOn();
    } else if (packet.type === packets.puback) {
      this.#acknowledged();
    } else if (packet.type === packets.publish) {
      const { messageId, topic, payload } = publishedIn(packet);
      socket?.write(pubackFrame(messageId));
      if (topic.endsWith('/ota')) this.#hear(JSON.parse(payload) as { job: string; pkgs: readonly object[] });
    }
  }

  #nextId(): number {
    return (this.#messageId = (this.#messageId % 65_535) + 1);
  }

  #hear({ job, pkgs }: { readonly job: string; readonly pkgs: readonly object[] }): void {
    const work = this.#work;
    if (pkgs.length === 0) {
      if (work?.job === job) work.isOver = true;
      return;
    }
    this.#road.onHeard(job, this);
    if (this.jobs.includes(job)) {
      this.repeats++;
      return;
    }
    if (work?.isOver === false) {
      if (work.hasSaidFailure) this.jobsEarly++;
      else this.jobsTwice++;
    }
    if (this.version === this.#road.versions.to) this.jobsWhenDone++;
    this.jobs.push(job);
    const fate = fateOf(this.n, Number(job.split('.')[1]), this.#road.isBad);
    this.#work = { job, fate, steps: stepsOf(this.n, fate), at: 0, isOver: false, hasSaidFailure: false };
    if (!this.#said) this.#pause();
  }

  #pause(): void {
    this.#later(leastPauseMs + Math.random() * pauseMs, () => this.#goOn());
  }

  /** Says the next thing, or sleeps when there is none. */
  #goOn(): void {
    const work = this.#work;
    if (!this.#isReady || this.#said) return;
    if (!work || work.isOver) return this.#later(quietMs, () => this.#sleep());
    const step = work.steps[work.at];
    if (step) {
      work.hasSaidFailure = step.err !== undefined;
      this.#say(work, 'ota', { job: work.job, ecu: 'VCU', ...this.#wordsOf(step) });
    } else if (work.fate === 'silent') this.#finish(work);
    else this.#report(work);
  }

  #wordsOf({ st, err, share }: Step): object {
    const bytes = share === undefined ? undefined : Math.floor(share * this.#road.packageSize);
    return { st, ...(bytes !== undefined && { bytes }), ...(err !== undefined && { err }) };
  }

  /** Telemetry after the restart: what the control unit runs now. */
  #report(work: Work): void {
    const { from, to } = this.#road.versions;
    if (work.fate === 'well' && this.version === from) {
      this.installs++;
      this.version = to;
      this.#boot++;
      this.#seq = 0;
    }
    this.#say(work, 'telemetry', { s: [{ ts: Date.now(), ecu: [{ type: 'VCU', sw: this.version, hw: 'V1.2' }] }] });
  }

  #say(work: Work, kind: string, body: object): void {
    const payload = JSON.stringify({ v: 1, mid: `${this.#boot}-${this.#seq++}`, ...body });
    this.#said = { topic: `v1/${this.imei}/up/${kind}`, payload, work };
    this.#isAgain = false;
    this.#send();
  }

  #send(): void {
    const said = this.#said;
    if (said) this.#socket?.write(publishFrame(this.#nextId(), said.topic, said.payload, this.#isAgain));
  }

  /** Its message is stored; one is on the way at a time. */
  #acknowledged(): void {
    const work = this.#said?.work;
    this.#said = undefined;
    if (!work || work.isOver) return this.#pause();
    const step = work.steps[work.at];
    if (step?.err !== undefined) {
      this.failure = step.err;
      work.isOver = true;
    } else if (step) work.at++;
    else this.#finish(work);
    this.#pause();
  }

  #finish(work: Work): void {
    work.isOver = true;
    if (work.fate !== 'well') this.#road.onStuck(work.job);
    this.#later(quietMs, () => this.#sleep());
  }

  #sleep(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.end(disconnectFrame());
  }
}
