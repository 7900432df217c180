import { Aedes, type Client, type PublishPacket } from 'aedes';

export type PublishDone = (error?: Error) => void;

/**
 * Aedes without routing between clients: uplinks go to the ingest, before their PUBACK, and to no subscriber. Only the broker's own notices
 * are routed.
 */
export class IngestOnlyAedes extends Aedes {
  override publish(packet: PublishPacket, sender: Client | null | PublishDone, done?: PublishDone): void {
    if (typeof sender === 'function') super.publish(packet, sender);
    else if (sender === null) super.publish(packet, done ?? (() => undefined));
    else done?.();
  }
}
