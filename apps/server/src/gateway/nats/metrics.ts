import { Gauge, type Registry } from 'prom-client';
import { once } from '../../db/metrics.ts';
import type { Level } from './stream.ts';

/** Gauges of the NATS cluster on `/metrics`: the same at every process, but for the connection and the lag. */
export function natsMetrics(registry: Registry) {
  const gauge = (name: string, help: string) =>
    once(registry, name, () => new Gauge({ name, help, registers: [registry] }));
  const gauges = {
    connected: gauge('wheelhouse_broker_connected', '1 while this process is connected to the NATS cluster'),
    lag: gauge('wheelhouse_broker_lag_seconds', 'Age of the uplink that this process took last; 0 when none waits'),
    pending: gauge('wheelhouse_broker_pending_messages', 'Uplinks in the stream that no process has taken'),
    unacknowledged: gauge('wheelhouse_broker_unacknowledged_messages', 'Uplinks that processes have taken'),
    redelivered: gauge('wheelhouse_broker_redelivered_messages', 'Of those, uplinks taken more than once'),
    bytes: gauge('wheelhouse_broker_stream_bytes', 'Size of the stream of uplinks'),
    revoked: gauge('wheelhouse_broker_revoked_passwords', 'Passwords of devices that are no longer good'),
    notRevoked: gauge('wheelhouse_broker_revocations_waiting', 'Of those, passwords that the cluster still takes'),
    maxBytes: gauge('wheelhouse_broker_stream_limit_bytes', 'Size at which the stream takes no more uplinks'),
  };
  const set = (level: Level): void => {
    for (const name of ['pending', 'unacknowledged', 'redelivered', 'bytes', 'maxBytes'] as const)
      gauges[name].set(level[name]);
    if (level.pending + level.unacknowledged === 0) gauges.lag.set(0);
  };
  return { ...gauges, set };
}
export type NatsMetrics = ReturnType<typeof natsMetrics>;
