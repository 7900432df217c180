/**
 * The in-flight window of a process. While it is full, sockets are not read (their senders feel TCP's own back-pressure), so that memory
 * stays bounded whatever devices send; as messages are acknowledged, waiting readers are let in one by one, in the order they came.
 */
export class InFlightWindow {
  readonly #maxMessages: number;
  readonly #maxBytes: number;
  #messages = 0;
  #bytes = 0;
  #closed = false;
  #waiting = new Set<() => void>();

  constructor(maxMessages: number, maxBytes: number) {
    this.#maxMessages = maxMessages;
    this.#maxBytes = maxBytes;
  }

  get messages(): number {
    return this.#messages;
  }
  get isOpen(): boolean {
    return !this.#closed && this.#messages < this.#maxMessages && this.#bytes < this.#maxBytes;
  }

  acquire(bytes: number): void {
    this.#messages++;
    this.#bytes += bytes;
  }

  release(bytes: number): void {
    this.#messages--;
    this.#bytes -= bytes;
    while (this.isOpen) {
      const [next] = this.#waiting;
      if (!next) return;
      this.#waiting.delete(next);
      next();
    }
  }

  /** Calls `resume` once when there is room again. The same function waits once only. */
  wait(resume: () => void): void {
    this.#waiting.add(resume);
  }

  cancel(resume: () => void): void {
    this.#waiting.delete(resume);
  }

  /** Admits no more messages. */
  close(): void {
    this.#closed = true;
    this.#waiting.clear();
  }
}
