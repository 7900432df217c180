/** Why an update ends, as it is reported: a code of D:OtaFailCode. */
export class OtaFailure extends Error {
  readonly failCode: string;
  /** The wrong package for this part, which is refused rather than tried. */
  readonly isRefusal: boolean;

  constructor(failCode: string, message: string, isRefusal = false) {
    super(message);
    this.failCode = failCode;
    this.isRefusal = isRefusal;
  }
}
