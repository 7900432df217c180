import type { Context } from '@opentelemetry/api';
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';
import { type Round, roundOf } from './spans.ts';

/** Spans of one round; the rest is left out. */
const mostSpans = 1_000;

interface Waiting {
  readonly round: Round;
  /** The first span, that of the round itself. */
  readonly first: object;
  spans: ReadableSpan[];
  isOver: boolean;
}

/** Holds the spans of a round back until it is over, and lets go of them if it has done nothing. */
export class RoundProcessor implements SpanProcessor {
  readonly #next: SpanProcessor;
  readonly #rounds = new WeakMap<Round, Waiting>();
  readonly #spans = new WeakMap<object, Waiting>();

  constructor(next: SpanProcessor) {
    this.#next = next;
  }

  onStart(span: Parameters<SpanProcessor['onStart']>[0], parent: Context): void {
    const round = roundOf(parent);
    if (round === undefined) return;
    const waiting = this.#rounds.get(round) ?? { round, first: span, spans: [], isOver: false };
    this.#rounds.set(round, waiting);
    this.#spans.set(span, waiting);
  }

  onEnd(span: ReadableSpan): void {
    const waiting = this.#spans.get(span);
    if (waiting === undefined) return this.#next.onEnd(span);
    if (span === waiting.first) waiting.isOver = true;
    if (span === waiting.first || waiting.spans.length < mostSpans) waiting.spans.push(span);
    if (!waiting.isOver) return;
    const { spans, round } = waiting;
    waiting.spans = [];
    if (round.worked) for (const one of spans) this.#next.onEnd(one);
  }

  forceFlush(): Promise<void> {
    return this.#next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#next.shutdown();
  }
}
