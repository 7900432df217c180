import { inTrace, keptSpan, type Span, type SpanContext, SpanKind } from '../tracing/spans.ts';
import type { BatchItem, Item } from './types.ts';

/** Calls that brought messages over HTTP and whose traces are kept. */
const calls = new WeakMap<BatchItem, SpanContext>();
const mostLinks = 32;

/** Remembers the call that brings a message: the batch that stores it belongs to its trace. */
export function rememberCall(item: BatchItem): void {
  const call = keptSpan();
  if (call) calls.set(item, call);
}

/** Stores a batch in a span: of the first call that is traced, with links to the others; of a trace of its own where there is none. */
export function inBatch(items: readonly Item[], store: () => Promise<void>): Promise<void> {
  const [parent, ...others] = items.flatMap((item) => calls.get(item) ?? []);
  const links = others.slice(0, mostLinks).map((context) => ({ context }));
  return inTrace('ingest batch', { parent, links, kind: SpanKind.CONSUMER }, (span) => {
    if (span) count(span, items);
    return store();
  });
}

function count(span: Span, items: readonly Item[]): void {
  const telemetry = items.filter((item) => item.type === 'telemetry');
  span.setAttributes({
    'messaging.batch.message_count': items.length,
    'wheelhouse.telemetry_messages': telemetry.length,
    'wheelhouse.samples': telemetry.reduce((sum, { readings }) => sum + readings.length, 0),
    'wheelhouse.vehicles': new Set(items.map(({ device }) => device.vehicleId)).size,
  });
}
