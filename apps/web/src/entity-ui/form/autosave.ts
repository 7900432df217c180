import type { DraftAnswer, DraftMark, RecordDraft } from '@wheelhouse/contract/calls/kit';
import type { EntityDef, Row } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { isApiError, messageOf } from '../../api/errors.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { pathUnder } from '../model.ts';

/** Milliseconds after the last key, and at most after the first one that is not kept yet. */
const quiet = 800;
const longest = 1_500;
/** Until a failed save is tried again. */
const again = 2_500;

/** What the server keeps of a form. */
export interface AutosaveState {
  /** Nothing is written over what was kept before somebody decides: about an `offered` draft, or one that was changed `elsewhere`. */
  readonly step: 'idle' | 'saving' | 'saved' | 'failed' | 'offered' | 'elsewhere';
  /** Of what was kept last. */
  readonly time: string | undefined;
  /** Why it failed. */
  readonly reason: string | undefined;
  /** What another window has kept. */
  readonly theirs: RecordDraft | undefined;
}

const idle: AutosaveState = { step: 'idle', time: undefined, reason: undefined, theirs: undefined };
const staleCode = 1005;

interface About {
  readonly entity: EntityDef;
  /** None: a new record. */
  readonly id: string | undefined;
}

/** Keeps at the server what is typed into a form, one call at a time, the newest values last. */
export class Autosave {
  readonly state: Store<AutosaveState> = createStore(idle);
  readonly #about: About;
  #rev: number | null = null;
  #baseRev: number | null;
  #pending: Row | undefined;
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> = Promise.resolve();
  #busy = false;

  constructor(about: About, baseRev: number | null) {
    this.#about = about;
    this.#baseRev = baseRev;
  }

  /** Reads what was kept before, which is then offered. Who types before it is here is asked as two windows are. */
  async open(): Promise<DraftAnswer> {
    const answer = await call(pathUnder<'draft'>(this.#about.entity, 'draft'), this.#of);
    if (answer.draft === null || this.#busy || this.#waits()) return { ...answer, draft: null };
    this.#rev = answer.draft.rev;
    this.#set({ step: 'offered', time: answer.draft.time });
    return answer;
  }

  /** The offered draft was restored; what was typed meanwhile waits no longer. */
  take(): void {
    if (this.state.get().step !== 'offered') return;
    this.#set({ step: 'saved' });
    if (this.#waits()) this.#plan(quiet);
  }

  /** Goes on over another revision of the record. */
  rebase(rev: number | null): void {
    this.#baseRev = rev;
  }

  /** Keeps these values before long. */
  keep(values: Row): void {
    if (this.#pending === undefined && !this.#busy) this.#since = Date.now();
    this.#pending = values;
    if (this.#undecided()) return;
    this.#set({ step: 'saving' });
    if (!this.#busy) this.#plan(Math.max(0, Math.min(quiet, this.#since + longest - Date.now())));
  }

  /** Keeps at once what waits, for instance before the page goes. */
  flush(): void {
    if (this.#waits() && !this.#busy && !this.#undecided()) this.#plan(0);
  }

  /** After a decision between two windows: these values follow what the other one has kept. */
  follow(theirs: RecordDraft, values: Row): void {
    this.#rev = theirs.rev;
    this.state.set(idle);
    this.#since = Date.now();
    this.keep(values);
  }

  /** The record was saved, or is as it was: nothing is to be kept. A draft that nobody has decided about stays. */
  async drop(): Promise<void> {
    if (this.#undecided()) this.#pending = undefined;
    else await this.discard();
  }

  /** Gives up what is kept. */
  async discard(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = undefined;
    await this.#running;
    this.state.set(idle);
    if (this.#rev === null) return;
    this.#rev = null;
    await call(pathUnder<'dropDraft'>(this.#about.entity, 'dropDraft'), this.#of).catch(() => undefined);
  }

  get #of(): { readonly id?: string } {
    const { id } = this.#about;
    return id === undefined ? {} : { id };
  }

  #set(next: Partial<AutosaveState>): void {
    this.state.set({ ...this.state.get(), reason: undefined, ...next });
  }

  #plan(wait: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#running = this.#send();
    }, wait);
  }

  async #send(): Promise<void> {
    const values = this.#pending;
    if (values === undefined || this.#busy) return;
    this.#busy = true;
    this.#pending = undefined;
    try {
      const kept: DraftMark = await call(pathUnder<'saveDraft'>(this.#about.entity, 'saveDraft'), {
        ...this.#of,
        rev: this.#rev,
        baseRev: this.#baseRev,
        values,
      });
      this.#rev = kept.rev;
      this.#set({ step: this.#waits() ? 'saving' : 'saved', time: kept.time });
    } catch (error) {
      this.#pending ??= values;
      await this.#failed(error);
    } finally {
      this.#busy = false;
    }
    if (!this.#waits() || this.#undecided()) return;
    this.#since = Date.now();
    this.#plan(this.state.get().step === 'failed' ? again : quiet);
  }

  #undecided(): boolean {
    const { step } = this.state.get();
    return step === 'offered' || step === 'elsewhere';
  }

  #waits(): boolean {
    return this.#pending !== undefined;
  }

  async #failed(error: unknown): Promise<void> {
    if (!isApiError(error, staleCode)) return this.#set({ step: 'failed', reason: messageOf(error) });
    const answer = await call(pathUnder<'draft'>(this.#about.entity, 'draft'), this.#of).catch(() => undefined);
    const theirs = answer?.draft ?? undefined;
    if (theirs !== undefined) return this.#set({ step: 'elsewhere', theirs });
    // The other window has saved the record or given its draft up: this one begins a new draft.
    if (answer !== undefined) this.#rev = null;
    this.#set({ step: 'failed', reason: messageOf(error) });
  }
}
