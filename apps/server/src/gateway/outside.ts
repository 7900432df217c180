import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { downTopic, sharedUplinks, type DownlinkKind } from '@wheelhouse/contract/device/topics';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Ingest } from './ingest.ts';

/** Messages the broker may send ahead of our acknowledgements (MQTT 5 receive maximum). */
const receiveMaximum = 4_000;
/** The broker keeps what arrives while this process is away for so long. */
const sessionSeconds = 3_600;
const unacceptableVersion = new Set([1, 0x84]);

interface Options {
  readonly url: string;
  readonly ingest: Ingest;
  readonly log: Logger;
  /** Connected (again): downlinks can go out. */
  readonly onReady: () => void;
}

/**
 * The platform as a client of an existing broker. Uplinks come through a shared subscription, so any number of processes divide them;
 * each is acknowledged when its rows are committed.
 */
export class OutsideBroker {
  readonly #options: Options;
  #client: MqttClient;
  #version: 4 | 5 = 5;
  /** When the connection was last (re)established, ms since epoch; 0 while it is down. */
  connectedSince = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#client = this.#connect();
  }

  #connect(): MqttClient {
    const { url, log } = this.#options;
    const client = mqtt.connect(url, {
      protocolVersion: this.#version,
      clientId: `wheelhouse-${hostname()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`,
      clean: false,
      resubscribe: true,
      reconnectPeriod: 1_000,
      connectTimeout: 10_000,
      keepalive: 30,
      ...(this.#version === 5 && { properties: { receiveMaximum, sessionExpiryInterval: sessionSeconds } }),
    });
    client.on('connect', () => {
      this.connectedSince = Date.now();
      client.subscribe(sharedUplinks, { qos: 1 }, (error) => {
        if (error) log.error({ err: error }, 'shared subscription refused by the broker');
      });
      log.info({ protocolVersion: this.#version }, 'connected to the MQTT broker');
      this.#options.onReady();
    });
    client.on('close', () => {
      if (this.connectedSince !== 0) log.warn('MQTT broker connection lost');
      this.connectedSince = 0;
    });
    client.on('error', (error) => this.#failed(client, error));
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'publish') this.#receive(client, packet);
    });
    return client;
  }

  /** A broker of MQTT 3.1.1 only says so at once: go on with that. */
  #failed(client: MqttClient, error: Error): void {
    const code = 'code' in error ? Number(error.code) : undefined;
    if (this.#version === 5 && client === this.#client && code !== undefined && unacceptableVersion.has(code)) {
      this.#version = 4;
      client.end(true);
      this.#client = this.#connect();
      return;
    }
    this.#options.log.warn({ err: error }, 'MQTT broker');
  }

  /**
   * The client library acknowledges a message when its handler returns and handles one at a time, which would make every batch a batch of one.
   * Seen before its handler, as QoS 0 it passes without an acknowledgement; ours follows, on the connection that brought it.
   */
  #receive(client: MqttClient, packet: IPublishPacket): void {
    const { stream } = client;
    const { messageId, qos } = packet;
    packet.qos = 0;
    const done = (error?: Error) => {
      // Not acknowledged on a later connection, where the number may mean another message: the broker sends it again.
      if (error || qos === 0 || messageId === undefined || client.stream !== stream || !client.connected) return;
      stream.write(Buffer.from([qos === 2 ? 0x50 : 0x40, 2, messageId >> 8, messageId & 0xff]));
    };
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    this.#options.ingest.accept({ topic: packet.topic, payload, done });
  }

  reaches(): boolean {
    return this.#client.connected;
  }

  /** Publishes a downlink. @throws Error when the broker does not take it */
  async send(deviceId: string, kind: DownlinkKind, payload: string): Promise<void> {
    if (!this.#client.connected) throw new Error('MQTT broker not connected');
    await this.#client.publishAsync(downTopic(deviceId, kind), payload, { qos: 1 });
  }

  /** Takes no more messages; acknowledgements still go out. */
  async refuseNew(): Promise<void> {
    if (this.#client.connected) await this.#client.unsubscribeAsync(sharedUplinks).catch(() => undefined);
  }

  async stop(): Promise<void> {
    await this.#client.endAsync(!this.#client.connected).catch(() => undefined);
  }
}
