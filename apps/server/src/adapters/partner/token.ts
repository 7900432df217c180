/** A token of another system. */
export interface Token {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Keeps the token of an account until its end; many that want one at the same time ask for it once. */
export class KeptToken {
  readonly #ask: () => Promise<Token>;
  #asked: Promise<Token> | undefined;

  constructor(ask: () => Promise<Token>) {
    this.#ask = ask;
  }

  /** A token that has not ended. @throws whatever asking for one throws */
  async value(): Promise<string> {
    const known = this.#asked;
    const token = await known?.catch(() => undefined);
    if (token !== undefined && token.until > Date.now()) return token.value;
    if (this.#asked === known) this.#asked = this.#ask();
    const next = this.#asked;
    return next === undefined ? this.value() : (await next).value;
  }

  /** Forgets a token that was refused, unless another one has taken its place. */
  async forget(refused: string): Promise<void> {
    const known = this.#asked;
    const token = await known?.catch(() => undefined);
    if (token?.value === refused && this.#asked === known) this.#asked = undefined;
  }
}
