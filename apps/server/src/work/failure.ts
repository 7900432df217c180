interface Options extends ErrorOptions {
  /** Seconds that the other side wants at least. */
  readonly afterSec?: number;
  /** Whether it was tried: what was not costs no attempt. */
  readonly tried?: boolean;
}

/**
 * Why a step was not done, as a step says it. Code and text are stored with the row and shown to administrators: no secret, no name and no number of
 * anybody.
 */
export class NotDone extends Error {
  readonly code: string;
  readonly afterSec: number;
  readonly tried: boolean;

  constructor(code: string, text = '', { afterSec = 0, tried = true, ...more }: Options = {}) {
    super(text, more);
    this.name = 'NotDone';
    this.code = code;
    this.afterSec = afterSec;
    this.tried = tried;
  }

  get stored(): string {
    return `${this.code} ${this.message}`.trim().slice(0, 200);
  }
}

/** Of any other error its kind and code alone: its text may hold values. The log has all of it. */
export function failureOf(error: unknown): NotDone {
  if (error instanceof NotDone) return error;
  const name = error instanceof Error ? error.name : 'Error';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const shown = typeof code === 'string' || typeof code === 'number' ? `${name} ${code}` : name;
  return new NotDone(shown, '', { cause: error });
}
