import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { once } from '../db/metrics.ts';

/** Counters of the gateway on `/metrics`. */
export function gatewayMetrics(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string = never>(name: string, help: string, labelNames: L[] = []) =>
    once(registry, name, () => new Counter<L>({ name, help, labelNames, registers }));
  const gauge = (name: string, help: string) => once(registry, name, () => new Gauge({ name, help, registers }));
  const histogram = (name: string, help: string, buckets: number[]) =>
    once(registry, name, () => new Histogram({ name, help, buckets, registers }));
  return {
    messages: counter('wheelhouse_gateway_messages_total', 'Uplinks stored and acknowledged', ['kind']),
    samples: counter('wheelhouse_gateway_samples_total', 'Telemetry samples stored'),
    duplicates: counter('wheelhouse_gateway_duplicates_total', 'Uplinks that had been stored before'),
    refusals: counter('wheelhouse_gateway_refusals_total', 'Messages, samples and connections refused', ['reason']),
    retries: counter('wheelhouse_gateway_batch_retries_total', 'Batches tried again'),
    batchSize: histogram(
      'wheelhouse_gateway_batch_messages',
      'Messages per committed batch',
      [1, 5, 20, 50, 100, 250, 500, 1000, 2000, 4000],
    ),
    commitSeconds: histogram(
      'wheelhouse_gateway_commit_seconds',
      'Time to store a batch',
      [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    ),
    connected: gauge('wheelhouse_gateway_connected_devices', 'Devices connected to the embedded broker'),
    inflight: gauge('wheelhouse_gateway_inflight_messages', 'Uplinks received and not yet acknowledged'),
    downlinks: counter('wheelhouse_gateway_downlinks_total', 'Downlinks handed to devices or broker', ['kind']),
  };
}
export type GatewayMetrics = ReturnType<typeof gatewayMetrics>;
