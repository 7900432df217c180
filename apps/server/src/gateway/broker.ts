import { type AedesOptions, type AuthenticateError, type Client, type PublishPacket, type Subscription } from 'aedes';
import { downTopic, isOwn, type DownlinkKind } from '@wheelhouse/contract/device/topics';
import { randomUUID } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Devices } from './devices.ts';
import { IngestOnlyAedes, type PublishDone } from './ingest-only-aedes.ts';
import { limitSocket, type LimitedSocket } from './socket-limits.ts';
import { Listeners, type ListenOptions } from './listen.ts';
import type { Ingest } from './ingest.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Refusals } from './refusals.ts';
import type { Session } from './types.ts';

type AuthenticateDone = Parameters<NonNullable<AedesOptions['authenticate']>>[3];

interface Connection {
  readonly session: Session;
  readonly client: Client;
  readonly limited: LimitedSocket | undefined;
  /** Credential it authenticated with. */
  readonly credential: string;
  readonly since: number;
  readonly ip: string | undefined;
  /** Subscribed to its downlinks. */
  ready: boolean;
  /** Why it ended, where the reason is known. */
  reason: string | undefined;
}

interface Options extends ListenOptions {
  readonly ingest: Ingest;
  readonly devices: Devices;
  readonly refusals: Refusals;
  readonly metrics: GatewayMetrics;
  /** The device can take downlinks now. */
  readonly onReady: (deviceId: string) => void;
}

const returnCode = { unavailable: 3, notAuthorized: 5 } as const;
const authError = (message: string, code: 3 | 5): AuthenticateError =>
  Object.assign(new Error(message), { returnCode: code });

/** Embedded MQTT 3.1.1 broker for devices: `v1/{deviceId}/up/#` in, `v1/{deviceId}/down/#` out, nothing between devices. */
export class DeviceBroker {
  readonly #options: Options;
  readonly #aedes: IngestOnlyAedes;
  readonly #listeners = new Listeners();
  readonly #connections = new Map<string, Connection>();
  readonly #byClient = new WeakMap<Client, Connection>();
  readonly #sockets = new WeakMap<object, { readonly limited: LimitedSocket; readonly ip: string | undefined }>();
  #stopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#aedes = new IngestOnlyAedes({
      connectTimeout: 10_000,
      maxInflightInbound: 20,
      preConnect: (_client, packet, done) => {
        // Sessions live no longer than connections: what a device must get is kept in the database, whichever process it comes back to.
        packet.clean = true;
        done(null, !this.#stopping);
      },
      authenticate: (client, username, password, done) => void this.#admission(client, username, password, done),
      authorizePublish: (client, packet, done) => this.#uplink(client, packet, done),
      authorizeSubscribe: (client, subscription, done) =>
        done(null, this.#mayHear(client, subscription) ? subscription : null),
    });
  }

  /** Listens. @returns the port in use @throws Error when it is taken or the certificate cannot be read */
  async start(): Promise<number> {
    const { log } = this.#options;
    this.#aedes.on('clientReady', (client) => this.#connected(client));
    this.#aedes.on('clientDisconnect', (client) => this.#disconnected(client));
    this.#aedes.on('keepaliveTimeout', (client) => this.#because(client, 'keepalive'));
    this.#aedes.on('subscribe', (subscriptions, client) => this.#subscribed(client, subscriptions));
    // The event is missing in its types; without a listener it would end the process.
    (this.#aedes as EventEmitter).on('error', (error: Error) => log.error({ err: error }, 'broker error'));
    await this.#aedes.listen();
    return this.#listeners.open(this.#options, (socket, ip) => this.#admit(socket, ip));
  }

  #admit(socket: Socket, ip: string | undefined): void {
    this.#sockets.set(socket, { limited: limitSocket(socket, this.#options.ingest.window), ip });
    this.#aedes.handle(socket);
  }

  async #admission(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
    done: AuthenticateDone,
  ): Promise<void> {
    const refusal = await this.#authenticate(client, username, password).catch(() =>
      authError('device lookup unavailable', returnCode.unavailable),
    );
    done(refusal ?? null, refusal === undefined);
  }

  async #authenticate(
    client: Client,
    username: string | undefined,
    password: Buffer | undefined,
  ): Promise<AuthenticateError | undefined> {
    const { devices, refusals } = this.#options;
    const deviceId = username ?? '';
    if (client.id !== deviceId) {
      refusals.count(deviceId, null, 'identity', 'clientId and username differ');
      return authError('identity', returnCode.notAuthorized);
    }
    const verdict = await devices.verify(deviceId, password ?? Buffer.alloc(0));
    if ('refused' in verdict) {
      refusals.count(deviceId, 'vehicleId' in verdict ? verdict.vehicleId : null, verdict.refused, '');
      return authError(verdict.refused, returnCode.notAuthorized);
    }
    const before = this.#connections.get(deviceId);
    if (before) before.reason = 'replaced';
    const socket = this.#sockets.get(client.conn);
    this.#byClient.set(client, {
      session: { id: randomUUID(), device: verdict.device },
      client,
      limited: socket?.limited,
      credential: verdict.credential,
      since: Date.now(),
      ip: socket?.ip,
      ready: false,
      reason: undefined,
    });
    return undefined;
  }

  #connected(client: Client): void {
    const connection = this.#byClient.get(client);
    if (!connection || client.closed) return;
    const { session, ip } = connection;
    this.#connections.set(session.device.deviceId, connection);
    this.#options.metrics.connected.set(this.#connections.size);
    this.#options.ingest.presence({
      device: session.device,
      change: 'connect',
      session: session.id,
      ...(ip !== undefined && { ip }),
    });
  }

  #disconnected(client: Client): void {
    const connection = this.#byClient.get(client);
    if (!connection) return;
    const { id, device } = connection.session;
    if (this.#connections.get(device.deviceId) === connection) this.#connections.delete(device.deviceId);
    this.#options.metrics.connected.set(this.#connections.size);
    this.#options.ingest.presence({
      device,
      change: 'disconnect',
      session: id,
      reason: this.#stopping ? 'shutdown' : (connection.reason ?? 'closed'),
    });
  }

  #because(client: Client, reason: string): void {
    const connection = this.#byClient.get(client);
    if (connection) connection.reason ??= reason;
  }

  /** Every PUBLISH and will passes here before it is acknowledged; `done` without an error sends the PUBACK. */
  #uplink(client: Client | null, packet: PublishPacket, done: PublishDone): void {
    const connection = client && this.#byClient.get(client);
    if (!client || !connection) return done(new Error('not authenticated'));
    const { session, limited } = connection;
    const will = client.closed;
    // When the platform stops, vehicles are not marked offline.
    if (will && this.#stopping) return done(new Error('stopping'));
    if (will) this.#because(client, 'will');
    const oversize = !will && limited?.takeOversize(packet.messageId);
    // MQTT 3.1.1 knows no refusal of a publish to a foreign topic: acknowledge and drop, or close. Closing makes the device come back and send
    // it again for ever, so it goes to the ingest too, which drops and counts it.
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    // A will is only a change of presence: it is neither acknowledged nor routed.
    const finish = will ? () => done(new Error('handled')) : done;
    this.#options.ingest.accept({
      topic: packet.topic,
      payload,
      session,
      done: finish,
      ...(oversize && { oversize }),
    });
  }

  #mayHear(client: Client, { topic }: Subscription): boolean {
    const device = this.#byClient.get(client)?.session.device;
    if (device && isOwn(topic, device.deviceId, 'down')) return true;
    this.#options.refusals.count(device?.deviceId ?? '', device?.vehicleId ?? null, 'subscribeTopic', topic);
    return false;
  }

  #subscribed(client: Client, subscriptions: readonly Subscription[]): void {
    const connection = this.#byClient.get(client);
    if (!connection || connection.ready || !subscriptions.some((subscription) => subscription.qos < 3)) return;
    connection.ready = true;
    const { id, device } = connection.session;
    this.#options.ingest.presence({ device, change: 'online', session: id });
    this.#options.onReady(device.deviceId);
  }

  /** True when the device is connected here and has subscribed. */
  reaches(deviceId: string): boolean {
    return this.#connections.get(deviceId)?.ready ?? false;
  }

  /** Hands a downlink to the device's connection. @throws Error when it is not here or the connection breaks */
  send(deviceId: string, kind: DownlinkKind, payload: string): Promise<void> {
    const connection = this.#connections.get(deviceId);
    if (!connection?.ready) return Promise.reject(new Error('device not connected here'));
    const packet: PublishPacket = {
      cmd: 'publish',
      topic: downTopic(deviceId, kind),
      payload,
      qos: 1,
      retain: false,
      dup: false,
    };
    return new Promise((resolve, reject) => {
      connection.client.publish(packet, (error) => {
        if (error || connection.client.closed) reject(error ?? new Error('connection closed'));
        else resolve();
      });
    });
  }

  /** The device has a new secret: a connection made with the one before ends. */
  closeOldCredential(deviceId: string, credential: string): void {
    const connection = this.#connections.get(deviceId);
    if (connection && connection.credential !== credential) this.#close(connection, 'credential');
  }

  /** The device connected elsewhere at `at` (ms since epoch): an older connection here is dead and is closed. */
  closeReplaced(deviceId: string, session: string, at: number): void {
    const connection = this.#connections.get(deviceId);
    if (connection && connection.session.id !== session && connection.since < at) this.#close(connection, 'replaced');
  }

  #close(connection: Connection, reason: string): void {
    connection.reason = reason;
    connection.client.close();
  }

  /** Takes no new connections. */
  refuseNew(): void {
    this.#stopping = true;
    this.#listeners.close();
  }

  async stop(): Promise<void> {
    this.refuseNew();
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
  }
}
