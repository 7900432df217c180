import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, urlOf } from './config-parts.ts';

// Settings of the way to devices: an MQTT broker, or a NATS JetStream cluster that speaks MQTT.

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const mqttUrl = urlOf('mqtt', 'mqtts', 'ws', 'wss');
const natsUrl =
  /^(nats|tls):\/\/(?:([^:@/\s]+):([^:@/\s]+)@)?((?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?(?:,(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?)*)\/?$/i;

/** As documented in docs/operations.md. */
export const brokerVariables = {
  MQTT_URL: z
    .string()
    .refine((value) => natsUrl.test(value) || mqttUrl.safeParse(value).success, {
      error:
        'must be a URL starting with mqtt://, mqtts://, ws:// or wss://, or the nodes of a NATS cluster: nats://a:4222,b:4222',
    })
    .optional(),
  MQTT_GUARD: flag.default(false),
  MQTT_PROXY: flag.default(false),
  NATS_KEYS: z.string().optional(),
  NATS_CREDENTIALS: z.string().optional(),
  NATS_REPLICAS: z.coerce
    .number()
    .refine((value) => [1, 3, 5].includes(value), 'must be 1, 3 or 5')
    .optional(),
  NATS_STREAM_MB: z.coerce.number().int().min(1).max(100_000_000).default(4_096),
};
type Given = z.output<z.ZodObject<typeof brokerVariables>>;

/** With which the platform makes and revokes the passwords of devices: user JWTs of the cluster. */
export interface NatsKeys {
  /** Seed of the key that signs them. */
  readonly devices: Uint8Array;
  /** Seed of the operator, which signs the account with its revocations. */
  readonly operator: Uint8Array;
  /** Credentials of the system account, which takes them to the nodes. */
  readonly system: Uint8Array;
}

/** A NATS cluster with JetStream, whose nodes are MQTT brokers of the devices. */
export interface NatsConfig {
  /** `host:port` of its nodes; the client finds the others. */
  readonly servers: readonly string[];
  readonly tls: boolean;
  readonly user: { readonly name: string; readonly password: string } | undefined;
  /** Content of the credentials file of the platform: user JWT and seed. */
  readonly credentials: Uint8Array | undefined;
  /** Absent: somebody else decides who may connect. */
  readonly keys: NatsKeys | undefined;
  /** Nodes that hold each message. */
  readonly replicas: number;
  /** Of all messages that wait for the platform. */
  readonly maxBytes: number;
}

export interface BrokerConfig {
  /** Present: an outside broker, of which the platform is a client by MQTT. */
  readonly mqttUrl: string | undefined;
  /** The outside broker forgets shared subscriptions when it starts again: one process listens plainly as well. */
  readonly mqttGuard: boolean;
  /** Devices reach the embedded broker through a load balancer that speaks the PROXY protocol, and not otherwise. */
  readonly mqttProxy: boolean;
  /** Present: a NATS cluster takes the place of the broker. */
  readonly nats: NatsConfig | undefined;
}

/** @throws ConfigError */
export function readBroker(v: Given): BrokerConfig {
  const found = v.MQTT_URL === undefined ? null : natsUrl.exec(v.MQTT_URL);
  const nats = found === null ? undefined : readNats(v, found);
  for (const name of ['NATS_KEYS', 'NATS_CREDENTIALS', 'NATS_REPLICAS'] as const)
    if (!nats && v[name] !== undefined) throw new ConfigError(`${name}: needs MQTT_URL=nats://…`);
  return { mqttUrl: nats ? undefined : v.MQTT_URL, mqttGuard: v.MQTT_GUARD, mqttProxy: v.MQTT_PROXY, nats };
}

function readNats(v: Given, [, scheme = '', name, password, nodes = '']: RegExpExecArray): NatsConfig {
  const servers = nodes.split(',');
  const user =
    name === undefined || password === undefined
      ? undefined
      : { name: decodeURIComponent(name), password: decodeURIComponent(password) };
  const { NATS_KEYS: folder, NATS_CREDENTIALS: file } = v;
  if ([user, folder, file].filter((one) => one !== undefined).length > 1)
    throw new ConfigError('NATS_KEYS: give it, NATS_CREDENTIALS or a user in MQTT_URL, only one of them');
  const credentials =
    folder === undefined
      ? file === undefined
        ? undefined
        : readCredentials('NATS_CREDENTIALS', file)
      : readCredentials('NATS_KEYS', join(folder, 'platform.creds'));
  return {
    servers,
    tls: scheme.toLowerCase() === 'tls',
    user,
    credentials,
    keys: folder === undefined ? undefined : readKeys(folder),
    replicas: v.NATS_REPLICAS ?? (servers.length < 3 ? 1 : 3),
    maxBytes: v.NATS_STREAM_MB * 1024 * 1024,
  };
}

/** The folder that `npm run nats-keys` has made. */
function readKeys(folder: string): NatsKeys {
  const seed = (file: string, kind: string) => {
    const text = readSecretFile('NATS_KEYS', join(folder, file)).trim();
    if (!new RegExp(`^S${kind}[A-Z2-7]{56}$`).test(text)) throw new ConfigError(`NATS_KEYS: ${file} holds no seed`);
    return Buffer.from(text);
  };
  return {
    devices: seed('devices.nk', 'A'),
    operator: seed('operator.nk', 'O'),
    system: readCredentials('NATS_KEYS', join(folder, 'system.creds')),
  };
}

function readCredentials(name: string, file: string): Uint8Array {
  const content = readSecretFile(name, file);
  if (!/BEGIN NATS USER JWT[\s\S]+BEGIN USER NKEY SEED/.test(content))
    throw new ConfigError(`${name}: ${file} is no credentials file of a NATS user`);
  return Buffer.from(content);
}

/** @throws ConfigError, which repeats nothing of the file */
function readSecretFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new ConfigError(`${name}: ${file} cannot be read`);
  }
}
