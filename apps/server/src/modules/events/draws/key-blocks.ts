const block = 64;

/** The key of HMAC-SHA256 as the two blocks with which it is computed (`raffle_draw`): the database has no other HMAC. */
export function keyBlocks(seed: Buffer): { readonly inner: Buffer; readonly outer: Buffer } {
  const padded = Buffer.alloc(block);
  seed.copy(padded);
  const mixed = (mask: number): Buffer => Buffer.from(padded.map((byte) => byte ^ mask));
  return { inner: mixed(0x36), outer: mixed(0x5c) };
}
