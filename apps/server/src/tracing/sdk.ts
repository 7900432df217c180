import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, diag, DiagLogLevel, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TracingConfig } from '../config-tracing.ts';
import { RoundProcessor } from './rounds.ts';
import { keepShare, useTracer } from './spans.ts';

// Loaded only where traces are wanted: the rest of the platform knows the API alone.

/** Spans that wait for the collector; further ones are dropped. A span has some 2 kB. */
const mostWaiting = 2_048;
/** Spans in one request: to write them takes some ms, in which nothing else runs. */
const mostAtOnce = 256;
const everyMs = 2_000;
/** What is left at the end may take so long. */
const stopMs = 3_000;
const logEveryMs = 60_000;

/** Begins to trace: the whole process, until it is stopped. A collector that is away costs the spans, and a line in the log a minute. */
export function startTracing(
  { url, headers, serviceName, ratio, parentBased }: TracingConfig,
  { version, roles }: { readonly version: string; readonly roles: Iterable<string> },
  log: Logger,
): { stop(): Promise<void> } {
  const failed = atMostEvery(logEveryMs, (error: unknown) => log.warn({ err: error }, 'traces could not be exported'));
  const warned = atMostEvery(logEveryMs, (text: string) => log.warn({ warning: text }, 'tracing'));
  setGlobalErrorHandler(failed);
  const quiet = (): void => undefined;
  // What follows the text may hold anything.
  const logger = { error: (text: string) => warned(text), warn: (text: string) => warned(text) };
  diag.setLogger({ ...logger, info: quiet, debug: quiet, verbose: quiet }, { logLevel: DiagLogLevel.WARN });

  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  const batches = new BatchSpanProcessor({
    exporter,
    maxQueueSize: mostWaiting,
    maxExportBatchSize: mostAtOnce,
    scheduledDelayMillis: everyMs,
  });
  const resource = resourceFromAttributes({
    'service.name': serviceName,
    'service.version': version,
    'service.instance.id': randomUUID(),
    'wheelhouse.roles': [...roles],
  });
  const byId = new TraceIdRatioBasedSampler(ratio);
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({
      root: new AlwaysOnSampler(),
      ...(!parentBased && { remoteParentSampled: byId, remoteParentNotSampled: byId }),
    }),
    resource: defaultResource().merge(resource),
    spanProcessors: [new RoundProcessor(batches)],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  useTracer(provider.getTracer('wheelhouse', version));
  keepShare(ratio);

  return {
    async stop() {
      useTracer(undefined);
      await Promise.race([provider.shutdown().catch(failed), sleep(stopMs, undefined, { ref: false })]);
    },
  };
}

/** Says the first of many, and then one after each `ms`. */
function atMostEvery<Given>(ms: number, say: (given: Given) => void): (given: Given) => void {
  let last = -Infinity;
  return (given) => {
    if (performance.now() - last < ms) return;
    last = performance.now();
    say(given);
  };
}
