import { useEffect, useEffectEvent } from 'react';
import { callHeaders, isSessionOver, readEnvelope, refreshRights, sessionOverText, withQuery } from './client.ts';
import { onSignedInAgain } from './again.ts';
import { endSession } from './token.ts';
import { createStore } from '../lib/store.ts';
import { heard, isLost, onReturn, suspect } from './connection.ts';
import { readEvents, type StreamEvent } from './event-stream.ts';

/** What happened on a topic. `resync` means that events may have been missed: load again. */
export type LiveEvent =
  | { readonly kind: 'event'; readonly topic: string; readonly data: unknown }
  | { readonly kind: 'resync' };

/** Abort reason of a stream that went silent. */
const silent = new Error('the live stream is silent');

type Listener = (event: LiveEvent) => void;

/** A refusal is dealt with where it arrives: it ends the session. */
const reloadRights = (): Promise<void> => refreshRights().catch(() => undefined);

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** Topics change in bursts while pages mount; one connection serves the burst. */
const settleMs = 50;
/** The server sends a heartbeat every 15 s; a stream that is silent for longer is broken. */
const silentMs = 40_000;

/** Whether pushed events arrive now: what says "live" follows it. */
export const liveStore = createStore(false);

/**
 * One shared connection to `GET /live/stream` for every topic somebody listens to. It pauses while the browser tab is
 * hidden, reconnects with a growing, jittered delay, and asks the listeners to load again after every gap.
 */
class LiveConnection {
  private readonly listeners = new Map<Listener, readonly string[]>();
  private open: AbortController | null = null;
  private openTopics = '';
  private retryMs = firstRetryMs;
  private hadGap = false;
  /** A topic was refused: nothing is asked for again before the pages know the rights, and close. */
  private awaitsRights = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    document.addEventListener('visibilitychange', () => this.refresh());
    const again = (): void => {
      this.retryMs = firstRetryMs;
      this.refresh();
    };
    onReturn(again);
    onSignedInAgain(again);
  }

  add(topics: readonly string[], listener: Listener): () => void {
    this.listeners.set(listener, topics);
    this.refresh();
    return () => {
      this.listeners.delete(listener);
      this.refresh();
    };
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), settleMs);
  }

  private connect(): void {
    if (this.awaitsRights) return;
    const topics = document.hidden ? '' : [...new Set([...this.listeners.values()].flat())].sort().join(',');
    if (topics === this.openTopics && this.open !== null) return;
    if (this.open !== null) this.hadGap = true;
    this.open?.abort();
    this.open = null;
    this.openTopics = topics;
    if (topics === '') liveStore.set(false);
    // A connection that is lost comes back by `onReturn`.
    if (topics === '' || isLost()) return;
    this.open = new AbortController();
    void this.run(topics, this.open);
  }

  private async run(topics: string, exchange: AbortController): Promise<void> {
    const { signal } = exchange;
    let watch: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(watch);
      watch = setTimeout(() => exchange.abort(silent), silentMs);
    };
    try {
      alive();
      const headers = { ...callHeaders(), Accept: 'text/event-stream' };
      const response = await fetch(withQuery('/live/stream', { topics }), { signal, headers, cache: 'no-store' });
      if (response.status >= 400 && response.status < 500) {
        await readEnvelope(response).catch(() => undefined);
        return;
      }
      if (response.body === null || !response.ok) throw new Error(`live stream: ${response.status}`);
      this.connected();
      for await (const event of readEvents(response.body, alive)) this.deliver(event);
    } catch {
      // Falls through to the retry below; an ended stream needs one just the same.
    } finally {
      clearTimeout(watch);
    }
    if (signal.aborted && signal.reason !== silent) return;
    this.open = null;
    this.hadGap = true;
    liveStore.set(false);
    suspect();
    this.timer = setTimeout(() => this.connect(), this.retryMs * (0.75 + Math.random() / 2));
    this.retryMs = Math.min(this.retryMs * 2, longestRetryMs);
  }

  private connected(): void {
    heard();
    liveStore.set(true);
    this.retryMs = firstRetryMs;
    if (this.hadGap) this.emit({ kind: 'resync' });
    this.hadGap = false;
  }

  private deliver(event: StreamEvent): void {
    if (event.type === 'resync') return this.emit({ kind: 'resync' });
    if (event.type === 'access') return void reloadRights();
    const message: unknown = JSON.parse(event.data);
    if (event.type === 'end') return this.ended(message);
    if (typeof message !== 'object' || message === null || !('t' in message) || typeof message.t !== 'string') return;
    this.emit({ kind: 'event', topic: message.t, data: 'd' in message ? message.d : null });
  }

  private emit(event: LiveEvent): void {
    for (const [listener, topics] of this.listeners)
      if (event.kind === 'resync' || topics.includes(event.topic)) listener(event);
  }

  /** The server closed for good: the session is over, or a topic is no longer granted. */
  private ended(message: unknown): void {
    this.open?.abort();
    this.open = null;
    liveStore.set(false);
    const code = typeof message === 'object' && message !== null && 'code' in message ? message.code : undefined;
    if (typeof code === 'number' && isSessionOver(code)) return endSession(sessionOverText());
    // Pages that are no longer granted close with their topics; what is left is heard again.
    this.awaitsRights = true;
    void reloadRights().then(() => {
      this.awaitsRights = false;
      this.refresh();
    });
  }
}

let connection: LiveConnection | null = null;

/** Listens outside React; answers the function that stops it. */
export function listen(topics: readonly string[], listener: Listener): () => void {
  connection ??= new LiveConnection();
  return connection.add(topics, listener);
}

/**
 * Listens to live topics while the component is visible: `useLive(['vehicle.status'], (event) => …)`.
 * On `resync` load again what the page shows. No topics, no connection.
 */
export function useLive(topics: readonly string[], onEvent: Listener): void {
  const handle = useEffectEvent(onEvent);
  const wanted = topics.join(',');
  useEffect(() => {
    if (wanted === '') return undefined;
    return listen(wanted.split(','), (event) => handle(event));
  }, [wanted]);
}
