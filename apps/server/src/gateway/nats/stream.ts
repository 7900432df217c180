import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from '@nats-io/jetstream';
import type { NatsConfig } from '../../config-broker.ts';

/** Where a NATS server keeps what MQTT clients publish with QoS 1, until every consumer has acknowledged it. */
export const stream = '$MQTT_msgs';
const everything = '$MQTT.msgs.>';
const subjectPrefix = '$MQTT.msgs.';
/** The consumer that all processes of the platform share. */
export const consumer = 'wheelhouse';
const uplinks = '$MQTT.msgs.v1.*.up.>';

/** A message that a process has kept to itself for so long goes to another one. */
export const ackWaitMs = 15_000;
/** Messages that all processes together may have without an acknowledgement; more stay in the stream. */
export const maxUnacknowledged = 10_000;

const inNanos = (ms: number): number => ms * 1_000_000;

/** MQTT topic of a subject of the stream. */
export const topicOf = (subject: string): string => subject.slice(subjectPrefix.length).replaceAll('.', '/');
/** Subject of an MQTT topic or filter. */
export const subjectOf = (topic: string): string => topic.replaceAll('/', '.').replace(/#$/, '>');

function isMissing(error: unknown): boolean {
  return (
    error instanceof JetStreamApiError &&
    [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound].some((code) => code === error.code)
  );
}

/**
 * Makes the stream as a server would at its first MQTT client, but with limits: at its limit it refuses what comes, so that devices keep
 * it and send it again. The defaults of the server would drop what is oldest, which has been acknowledged. There is no age limit for that reason.
 * @returns whether it was there
 */
async function ensureStream(jsm: JetStreamManager, { replicas, maxBytes }: NatsConfig): Promise<boolean> {
  const limits = { num_replicas: replicas, max_bytes: maxBytes, max_age: 0, discard: DiscardPolicy.New };
  const found = await jsm.streams.info(stream).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!found)
    await jsm.streams.add({
      name: stream,
      subjects: [everything],
      storage: StorageType.File,
      retention: RetentionPolicy.Interest,
      ...limits,
    });
  else if (differs(found, limits)) await jsm.streams.update(stream, { ...found.config, ...limits });
  return found !== undefined;
}

function differs({ config }: StreamInfo, limits: Partial<StreamInfo['config']>): boolean {
  return (
    config.num_replicas !== limits.num_replicas ||
    config.max_bytes !== limits.max_bytes ||
    config.max_age !== limits.max_age ||
    config.discard !== limits.discard
  );
}

/** The stream drops what comes while it has no consumer. @returns whether it was missing */
async function ensureConsumer(jsm: JetStreamManager): Promise<boolean> {
  const found = await jsm.consumers.info(stream, consumer).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (found) return false;
  await jsm.consumers.add(stream, {
    durable_name: consumer,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    filter_subject: uplinks,
    ack_wait: inNanos(ackWaitMs),
    max_ack_pending: maxUnacknowledged,
    max_deliver: -1,
  });
  return true;
}

/** @returns whether the stream was there without its consumer, for whom it keeps messages */
export async function prepare(jsm: JetStreamManager, config: NatsConfig): Promise<boolean> {
  const wasThere = await ensureStream(jsm, config);
  return (await ensureConsumer(jsm)) && wasThere;
}

/** What waits, and how full the stream is. */
export interface Level {
  /** In the stream and not given to any process yet. */
  readonly pending: number;
  readonly unacknowledged: number;
  readonly redelivered: number;
  readonly bytes: number;
  readonly maxBytes: number;
}

/** @returns undefined where the consumer is missing */
export async function levelOf(jsm: JetStreamManager): Promise<Level | undefined> {
  try {
    const [kept, taken] = await Promise.all([jsm.streams.info(stream), jsm.consumers.info(stream, consumer)]);
    return {
      pending: taken.num_pending,
      unacknowledged: taken.num_ack_pending,
      redelivered: taken.num_redelivered,
      bytes: kept.state.bytes,
      maxBytes: kept.config.max_bytes,
    };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
