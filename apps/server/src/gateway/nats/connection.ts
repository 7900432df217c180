import { type connect, credsAuthenticator, usernamePasswordAuthenticator } from '@nats-io/transport-node';
import type { NatsConfig } from '../../config-broker.ts';

type Options = NonNullable<Parameters<typeof connect>[0]>;

/** How the client library gets to the cluster, and back to it. */
export function connectionOf({ servers, tls, user, credentials }: NatsConfig): Options {
  return {
    servers: [...servers],
    name: 'wheelhouse',
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 5_000,
    maxPingOut: 2,
    timeout: 5_000,
    ...(tls && { tls: {} }),
    ...(user && { authenticator: usernamePasswordAuthenticator(user.name, user.password) }),
    ...(credentials && { authenticator: credsAuthenticator(credentials) }),
  };
}
