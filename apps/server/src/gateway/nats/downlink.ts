import { createInbox, type NatsConnection } from '@nats-io/transport-node';
import { downTopic, type DownlinkKind } from '@wheelhouse/contract/device/topics';
import { DeviceAway } from '../downlinks.ts';
import { subjectOf } from './stream.ts';

/**
 * Publishes to devices that are connected. Nothing is kept for those that are not, so that no command comes late: a server answers a message
 * that nobody subscribes to, and that answer comes before the one to the ping that follows it.
 */
export class Downlink {
  readonly #nc: NatsConnection;
  readonly #inbox = createInbox();
  readonly #unheard = new Set<string>();
  #next = 0;

  constructor(nc: NatsConnection) {
    this.#nc = nc;
    nc.subscribe(`${this.#inbox}.*`, { callback: (_error, { subject }) => void this.#unheard.add(subject) });
  }

  /** @throws DeviceAway; Error when the connection breaks, and then it may have gone out */
  async send(deviceId: string, kind: DownlinkKind, payload: string): Promise<void> {
    const reply = `${this.#inbox}.${this.#next++}`;
    try {
      this.#nc.publish(subjectOf(downTopic(deviceId, kind)), payload, { reply });
      await this.#nc.flush();
      if (this.#unheard.has(reply)) throw new DeviceAway();
    } finally {
      this.#unheard.delete(reply);
    }
  }
}
