import { encodeUser, parseCreds, type User } from '@nats-io/jwt';
import { createUser, fromSeed } from '@nats-io/nkeys';
import { downTopics, isDeviceId, upTopics } from '@wheelhouse/contract/device/topics';
import type { NatsConfig, NatsKeys } from '../../config-broker.ts';
import { subjectOf } from './stream.ts';

export interface DevicePassword {
  /** A user JWT: who holds it is the device. */
  readonly password: string;
  /** Names it without giving it away: its revocation goes by this key. */
  readonly key: string;
}

/** A filter is up to three of the server's, which makes a consumer for each with QoS 1: a hostile device could have it make thousands. */
const maxSubscriptions = 10;

/**
 * A password for the MQTT listener of the cluster, which lets a device publish its uplinks and hear its downlinks, nothing else. It does not
 * expire; another one of the device is not affected.
 */
export async function makeDevicePassword(
  { devices }: NatsKeys,
  platform: NonNullable<NatsConfig['credentials']>,
  deviceId: string,
): Promise<DevicePassword> {
  if (!isDeviceId(deviceId)) throw new RangeError('not a device id');
  const { aid } = await parseCreds(platform);
  const user = createUser();
  const down = subjectOf(downTopics(deviceId));
  const rights: Partial<User> = {
    issuer_account: aid,
    bearer_token: true,
    allowed_connection_types: ['MQTT', 'MQTT_WS'],
    pub: { allow: [subjectOf(upTopics(deviceId))] },
    // A filter with # matches the level above as well; with QoS 1 the server delivers by a subject of its own, which no filter of a client may name.
    sub: { allow: [down, down.replace(/\.>$/, ''), '$MQTT.sub.>'] },
    subs: maxSubscriptions,
    data: -1,
    payload: -1,
  };
  return { password: await encodeUser(deviceId, user, fromSeed(devices), rights), key: user.getPublicKey() };
}
