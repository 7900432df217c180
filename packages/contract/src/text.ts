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

/** What people, phones and printed cards put between the parts of a number: spaces, hyphens and dashes, dots, brackets, slashes. */
const separators = /[\s\-\u2010-\u2015\u2212\u30fb.·•()/]+/g;

/** A number or code without what stands between its parts: `8986 0420 1234…` is one ICCID. */
export const joinedCode = (text: string): string => cleanCode(text).replace(separators, '');

/** A mainland mobile number as it is dialled at home, however it was copied: `+86 138-1234-5678`. Other texts lose their separators only. */
export const plainMobile = (text: string): string => joinedCode(text).replace(/^(?:\+|00)?86(?=1[3-9]\d{9}$)/, '');
