/** What every part of a workbook begins with. */
export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** Namespace of relationships in parts, and the beginning of their types. */
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
/** Namespace of the files that hold them. */
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';

const most = 32_767;
const special = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/gu;
const mayBeSpecial = /[&<>\p{Cc}\p{Cs}\ufffe\uffff]|_x/u;

function escapeOne(found: string): string {
  const code = found.charCodeAt(0);
  if (found === '&') return '&amp;';
  if (found === '<') return '&lt;';
  if (found === '>') return '&gt;';
  if (found === '_') return '_x005F_';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  // Tab, line feed and the upper control characters are XML; a carriage return would be read as a line feed.
  if (code === 9 || code === 10 || (code >= 0x7f && code <= 0x9f)) return found;
  return `_x${code.toString(16).toUpperCase().padStart(4, '0')}_`;
}

/** Text as XML content, in the escapes of the format (ECMA-376 ST_Xstring) for what XML cannot say; cut at the longest cell. */
export function escapeText(text: string): string {
  const cut = text.length > most ? `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;
  return mayBeSpecial.test(cut) ? cut.replace(special, escapeOne) : cut;
}

/** The text that `escapeText` and other writers of the format have escaped. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The same between quotation marks. */
export const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;');

/** A file of relationships: what a part refers to as `rId1`, `rId2` and so on. */
export const relsXml = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${xml}<Relationships xmlns="${relationships}">${targets
    .map(([type, target], i) => `<Relationship Id="rId${i + 1}" Type="${office}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;
