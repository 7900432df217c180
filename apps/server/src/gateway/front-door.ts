import { Aedes, type Client, type PublishPacket } from 'aedes';

export type PublishDone = (error?: Error) => void;

/**
 * The broker as a front door: uplinks go to the ingest (before their PUBACK) and nowhere else, so routing them to subscribers is skipped.
 * Only the broker's own notices are routed.
 */
export class FrontDoor extends Aedes {
  override publish(packet: PublishPacket, sender: Client | null | PublishDone, done?: PublishDone): void {
    if (typeof sender === 'function') super.publish(packet, sender);
    else if (sender === null) super.publish(packet, done ?? (() => undefined));
    else done?.();
  }
}
