import { fill, type Lang, type TextParams } from '@wheelhouse/contract/lang';
import { type Noted, notedHeadsOf, receiptsOf } from '@wheelhouse/contract/receipts/noted';
import type { Verdict } from '@wheelhouse/contract/receipts/verify';
import { keysOf } from '@wheelhouse/contract/object';
import { byId } from './dom.ts';
import { type Job, type Report, serve } from './run.ts';
import { Show } from './show.ts';
import { type TextName, texts } from './texts.ts';

/** The page that verifies a file without a server. Its one script is that of its worker too. */

const sizes = ['B', 'KB', 'MB', 'GB'];
function sizeOf(bytes: number): string {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${sizes[step]}`;
}

class VerifyPage {
  readonly #file = byId('file', HTMLInputElement);
  readonly #drop = byId('drop', HTMLLabelElement);
  readonly #name = byId('file-name', HTMLElement);
  readonly #size = byId('file-size', HTMLElement);
  readonly #heads = byId('heads', HTMLTextAreaElement);
  readonly #receipts = byId('receipts', HTMLTextAreaElement);
  readonly #check = byId('check', HTMLButtonElement);
  readonly #cancel = byId('cancel', HTMLButtonElement);
  readonly #busy = byId('busy', HTMLElement);
  readonly #progress = byId('progress', HTMLProgressElement);
  readonly #percent = byId('percent', HTMLElement);
  readonly #said = byId('said', HTMLElement);
  readonly #result = byId('result', HTMLElement);
  readonly #workerUrl: string;
  #lang: Lang = navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
  #chosen: File | undefined;
  #worker: Worker | undefined;
  #verdict: Verdict | undefined;

  constructor(script: string) {
    this.#workerUrl = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  }

  start(): void {
    byId('away', HTMLElement).hidden = true;
    for (const part of document.querySelectorAll<HTMLElement>('.column')) part.hidden = false;
    this.#paint();
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-lang]'))
      button.addEventListener('click', () => {
        this.#lang = button.dataset['lang'] === 'zh' ? 'zh' : 'en';
        this.#paint();
      });
    this.#file.addEventListener('change', () => this.#choose(this.#file.files?.[0]));
    this.#takeDrops();
    byId('form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      this.#begin();
    });
    this.#cancel.addEventListener('click', () => {
      this.#stop();
      this.#check.focus();
    });
  }

  #text(name: TextName, params?: TextParams): string {
    return fill(texts[name][this.#lang], params);
  }

  #paint(): void {
    document.documentElement.lang = this.#lang === 'zh' ? 'zh-CN' : 'en';
    document.title = this.#text('title');
    for (const name of keysOf(texts))
      for (const element of document.querySelectorAll(`[data-text="${name}"]`)) element.textContent = this.#text(name);
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-lang]'))
      button.setAttribute('aria-pressed', String(button.dataset['lang'] === this.#lang));
    this.#say('');
    this.#paintFile();
    this.#paintVerdict();
  }

  #paintFile(): void {
    this.#name.textContent = this.#chosen?.name ?? this.#text('choose');
    this.#size.textContent = this.#chosen
      ? this.#text('chooseOther', { size: sizeOf(this.#chosen.size) })
      : this.#text('chooseHint');
  }

  #paintVerdict(): void {
    this.#result.replaceChildren(...(this.#verdict ? new Show(this.#verdict, this.#lang).all() : []));
  }

  #say(text: string): void {
    this.#said.textContent = text;
  }

  #choose(file: File | undefined): void {
    if (file === undefined) return;
    this.#stop();
    this.#chosen = file;
    this.#verdict = undefined;
    this.#say('');
    this.#paintFile();
    this.#paintVerdict();
  }

  /** A file may be dropped anywhere; beside the page the browser would open it. */
  #takeDrops(): void {
    const over = (on: boolean) => (event: DragEvent) => {
      event.preventDefault();
      this.#drop.classList.toggle('over', on);
    };
    document.addEventListener('dragover', over(true));
    document.addEventListener('dragleave', over(false));
    document.addEventListener('drop', (event) => {
      over(false)(event);
      this.#choose(event.dataTransfer?.files[0]);
    });
  }

  /** What was typed; undefined where a line of it cannot be read, which is said beside it. */
  #read<T>(field: HTMLTextAreaElement, read: (text: string) => Noted<T>): readonly T[] | undefined {
    const { found, wrong } = read(field.value);
    byId(`${field.id}-wrong`, HTMLElement).textContent =
      wrong[0] === undefined ? '' : this.#text('wrongLine', { line: wrong[0].slice(0, 80) });
    field.setAttribute('aria-invalid', String(wrong.length > 0));
    if (wrong.length === 0) return found;
    field.focus();
    return undefined;
  }

  #begin(): void {
    this.#stop();
    const receipts = this.#read(this.#receipts, receiptsOf);
    const heads = this.#read(this.#heads, notedHeadsOf);
    if (this.#chosen === undefined) {
      this.#say(this.#text('noFile'));
      this.#file.focus();
      return;
    }
    if (heads === undefined || receipts === undefined) return;
    this.#verdict = undefined;
    this.#paintVerdict();
    this.#say('');
    this.#work({ file: this.#chosen, options: { heads, receipts } });
  }

  #work(job: Job): void {
    const worker = new Worker(this.#workerUrl);
    this.#worker = worker;
    this.#show(0);
    // The button that had the focus is gone.
    this.#cancel.focus();
    worker.addEventListener('message', ({ data }: MessageEvent<Report>) => {
      if (data.kind === 'progress') return this.#show(data.read / Math.max(1, job.file.size));
      this.#stop();
      if (data.kind === 'failed') return this.#say(this.#text('failed', { why: data.why }));
      this.#verdict = data.verdict;
      this.#paintVerdict();
      this.#result.focus({ preventScroll: true });
      this.#result.scrollIntoView({ block: 'start' });
    });
    worker.addEventListener('error', ({ message }) => {
      this.#stop();
      this.#say(this.#text('failed', { why: message }));
    });
    worker.postMessage(job);
  }

  #show(share: number): void {
    this.#busy.hidden = this.#cancel.hidden = false;
    this.#check.hidden = true;
    this.#progress.value = share;
    this.#percent.textContent = `${Math.floor(share * 100)}%`;
  }

  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#busy.hidden = this.#cancel.hidden = true;
    this.#check.hidden = false;
  }
}

if (typeof document === 'undefined') serve();
else new VerifyPage(document.currentScript?.textContent ?? '').start();
