import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

// Spans are written by hand where the seams are. Attributes hold names, counts and states: no values of parameters, no texts of errors, nothing about people.

export { SpanKind, SpanStatusCode } from '@opentelemetry/api';
export type { Span, SpanContext } from '@opentelemetry/api';

/** Of the process; absent while nothing is traced. It keeps every trace that begins here: which ones begin is decided before. */
let tracer: Tracer | undefined;
/** Share of the traces that begin here, 0 to 1. */
let share = 0;

/** Spans are made from now on, by the whole process; `undefined` ends it. */
export function useTracer(own: Tracer | undefined): void {
  tracer = own;
}

/** Of the traces that begin from now on, this share is kept: 0 to 1. */
export function keepShare(ratio: number): void {
  share = ratio;
}

/** A trace that is not kept is not begun either: that costs a random number. */
const isChosen = (): boolean => Math.random() < share;

/** Whether spans may be made. What costs anything by being prepared for them is left out otherwise. */
export const isTracing = (): boolean => tracer !== undefined;

interface Start {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  readonly links?: Link[];
}

type Work<Result> = (span: Span | undefined) => Promise<Result>;

/** Whether a span runs here that is kept. One that has ended does not: what a call has started and left behind is no part of its trace. */
const isKept = (running: Context): boolean => trace.getSpan(running)?.isRecording() ?? false;

/** The running span, if it is one that is kept. */
export function keptSpan(): SpanContext | undefined {
  if (tracer === undefined) return undefined;
  const running = context.active();
  return isKept(running) ? trace.getSpanContext(running) : undefined;
}

/** A span below the running one that is ended by hand; undefined where none runs, or it is not kept. */
export function startSpan(name: string, { kind = SpanKind.INTERNAL, attributes = {} }: Start): Span | undefined {
  if (tracer === undefined) return undefined;
  const running = context.active();
  return isKept(running) ? tracer.startSpan(name, { kind, attributes }, running) : undefined;
}

/** Marks a span as failed, by the kind of the error alone: its text may hold values. */
export function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', kindOf(error));
}

/** Code or class of an error. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && /^\w{1,40}$/.test(String(error.code)) ? String(error.code) : error.name;
}

async function run<Result>(own: Tracer, parent: Context, name: string, start: Start, work: Work<Result>) {
  const span = own.startSpan(name, start, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span.isRecording() ? span : undefined));
  } catch (error) {
    markFailed(span, error);
    noteWork(parent);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Runs work in a span below the running one; where none runs, or it is not kept, only the work.
 * @for work that traces show beside calls, jobs, rounds and statements: counts and states as its attributes, never values:
 * `adapters/partner/exchange.ts`
 */
export function inSpan<Result>(name: string, start: Start, work: Work<Result>): Promise<Result> {
  if (tracer === undefined) return work(undefined);
  const running = context.active();
  if (!isKept(running)) return work(undefined);
  // What leaves the process counts as work of a round.
  if (start.kind === SpanKind.CLIENT || start.kind === SpanKind.PRODUCER) noteWork(running);
  return run(tracer, running, name, start, work);
}

/** Runs work that belongs to no trace, whatever has woken it. */
const untraced = <Result>(work: () => Promise<Result>): Promise<Result> =>
  isKept(context.active()) ? context.with(ROOT_CONTEXT, work) : work();

/** Runs work in a trace of its own, or in that of `parent`, whatever runs now. */
export function inTrace<Result>(
  name: string,
  { parent, ...start }: Start & { readonly parent?: SpanContext | undefined },
  work: Work<Result>,
): Promise<Result> {
  if (tracer === undefined) return work(undefined);
  if (parent === undefined && !isChosen()) return untraced(() => work(undefined));
  const above = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
  return run(tracer, above, name, start, work);
}

export class Round {
  /** It has done something. */
  worked = false;
}
const roundKey = createContextKey('round');

/** The round that a span belongs to. */
export function roundOf(running: Context): Round | undefined {
  const round = running.getValue(roundKey);
  return round instanceof Round ? round : undefined;
}

/** The round that runs. */
export const runningRound = (): Round | undefined => roundOf(context.active());

function noteWork(running: Context): void {
  const round = roundOf(running);
  if (round) round.worked = true;
}

/** Runs what looks again and again for something to do, in a trace of its own that is kept only if it changed rows, asked another system or failed. */
export function inRound<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  if (tracer === undefined) return work();
  if (!isChosen()) return untraced(work);
  return run(tracer, ROOT_CONTEXT.setValue(roundKey, new Round()), name, {}, work);
}

/** A span whose work is spread over callbacks: each of them enters it, one ends it. */
export interface OpenSpan {
  readonly span: Span;
  run<Result>(work: () => Result): Result;
}

const header = {
  get: (traceparent: string, key: string) => (key === 'traceparent' ? traceparent : undefined),
  keys: () => ['traceparent'],
};

/** Begins the trace of a request, if it is one to keep, or goes on with that of its header `traceparent`. Vendors' `tracestate` is not read. */
export function openRequest(name: string, attributes: Attributes, traceparent: unknown): OpenSpan | undefined {
  if (tracer === undefined) return undefined;
  const parent =
    typeof traceparent === 'string' ? propagation.extract(ROOT_CONTEXT, traceparent, header) : ROOT_CONTEXT;
  if (trace.getSpanContext(parent) === undefined && !isChosen()) return undefined;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  const running = trace.setSpan(parent, span);
  return { span, run: (work) => context.with(running, work) };
}

/** Headers by which another system goes on with the running trace; none while nothing is traced. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (tracer) propagation.inject(context.active(), headers);
  return headers;
}

/** What log lines say of the running span, if it is one that is kept. */
export function traceFields(): Record<string, string> {
  const running = keptSpan();
  return running === undefined ? {} : { trace_id: running.traceId, span_id: running.spanId };
}
