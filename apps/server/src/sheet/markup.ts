import { UnreadableFile } from './check.ts';

/** What a reader of XML is told, in order. Names are without their prefix. */
export interface MarkupReader {
  /** @param attribute value of an attribute of this name; undefined where it has none */
  open(name: string, attribute: (name: string) => string | undefined): void;
  close(name: string): void;
  text(text: string): void;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function entityOf(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? whole;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
}

function decoded(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  return lines.includes('&') ? lines.replace(/&(#\d{1,8}|#x[0-9a-fA-F]{1,7}|[a-z]{1,8});/g, entityOf) : lines;
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A file of XML as text, by its byte order mark; UTF-8 without one. */
export function markupText(bytes: Buffer): string {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le', 2);
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8', bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb ? 3 : 0);
}

const tagName = /[^\s/>=]+/y;
const attributes = /([^\s/>=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** The end of a tag, which is not a mark inside a quoted value. */
const tagEnd = /[^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/y;

/** After what a section that is no element ends; the text of a CDATA section is told. */
function skipSection(xml: string, at: number, reader: MarkupReader): number {
  const cdata = xml.startsWith('<![CDATA[', at);
  const end = xml.startsWith('<?', at) ? '?>' : xml.startsWith('<!--', at) ? '-->' : cdata ? ']]>' : undefined;
  // A document type can name entities that expand without end: no office program writes one.
  const close = end === undefined ? -1 : xml.indexOf(end, at + 2);
  if (end === undefined || close < 0) throw new UnreadableFile('broken');
  if (cdata) reader.text(xml.slice(at + 9, close));
  return close + end.length;
}

function openTag(xml: string, at: number, reader: MarkupReader): number {
  tagName.lastIndex = at + 1;
  const name = tagName.exec(xml)?.[0];
  tagEnd.lastIndex = tagName.lastIndex;
  const rest = name === undefined ? undefined : tagEnd.exec(xml)?.[0];
  if (name === undefined || rest === undefined) throw new UnreadableFile('broken');
  reader.open(local(name), (wanted) => {
    for (const [, key = '', double, single] of rest.matchAll(attributes))
      if (key === wanted || key.endsWith(`:${wanted}`)) return decoded(double ?? single ?? '');
    return undefined;
  });
  if (rest.endsWith('/>')) reader.close(local(name));
  return tagEnd.lastIndex;
}

/** Tells a reader everything in an XML text. @throws UnreadableFile broken: no XML, or a document type */
export function readMarkup(xml: string, reader: MarkupReader): void {
  for (let at = 0; at < xml.length;) {
    const next = xml.indexOf('<', at);
    if (next < 0) return;
    if (next > at) reader.text(decoded(xml.slice(at, next)));
    const mark = xml[next + 1];
    if (mark === '/') {
      const end = xml.indexOf('>', next);
      if (end < 0) throw new UnreadableFile('broken');
      reader.close(local(xml.slice(next + 2, end).trimEnd()));
      at = end + 1;
    } else at = mark === '?' || mark === '!' ? skipSection(xml, next, reader) : openTag(xml, next, reader);
  }
}
