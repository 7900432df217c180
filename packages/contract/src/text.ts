/** Number of a row, as every id on the wire is written. */
export const idPattern = /^[1-9]\d{0,17}$/;

/** Invisible characters: soft hyphens, zero-width spaces, direction marks, byte order marks. Joiners stay, emoji and scripts need them. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const outerSpace = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;
/** Nearly every text is already in normal form. */
const plain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Text in its normal form: composed (NFC), without invisible characters, without space at its ends. */
export function cleanText(text: string): string {
  if (text === '' || plain.test(text)) return text;
  return text.normalize('NFC').replace(invisible, '').replace(outerSpace, '');
}

/** An identifier in its normal form: besides, full-width letters and digits are plain ones (NFKC) and nothing in it is invisible. */
export function cleanCode(text: string): string {
  if (text === '' || plain.test(text)) return text;
  return cleanText(text.normalize('NFKC').replace(/\p{Cf}/gu, ''));
}
