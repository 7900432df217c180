// GBK as Alipay's sandbox writes it. Reading it is the platform's `TextDecoder`; it has no writer.

const [firstLead, lastLead, firstTrail, lastTrail] = [0x81, 0xfe, 0x40, 0xfe];

function tableOf(): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder('gbk');
  const table = new Map<string, readonly number[]>();
  for (let lead = firstLead; lead <= lastLead; lead++)
    for (let trail = firstTrail; trail <= lastTrail; trail++) {
      const char = decoder.decode(Uint8Array.of(lead, trail));
      if (char.length === 1 && !table.has(char)) table.set(char, [lead, trail]);
    }
  return table;
}
/** Of the charset, made when it is first needed: some twenty thousand characters. */
const kept: { table?: ReadonlyMap<string, readonly number[]> } = {};

/** A text in GBK; `?` for what it does not have. */
export function gbkOf(text: string): Buffer {
  const table = (kept.table ??= tableOf());
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.charCodeAt(0);
    bytes.push(...(code < 0x80 ? [code] : (table.get(char) ?? [0x3f])));
  }
  return Buffer.from(bytes);
}
