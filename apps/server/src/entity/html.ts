import type { Field, Row } from '@wheelhouse/entities/fields';
import {
  fileOfAddress,
  hostOf,
  linkAttributes,
  type MediaTag,
  plainOf,
  richTextMedia,
  richTextTags,
  storedAddress,
} from '@wheelhouse/entities/rich-text';
import sanitizeHtml from 'sanitize-html';

/** What formatted text points to. */
export interface Pointers {
  readonly links: readonly string[];
  /** Ids of uploads by the tag that shows them. */
  readonly files: Readonly<Record<MediaTag, readonly string[]>>;
  /** Where pictures and videos come from that are no uploads: hosts, or `data:`. */
  readonly foreign: readonly string[];
}

/** Other spellings of what the editor makes. */
const sameAs = { b: 'strong', i: 'em', del: 's', strike: 's', h1: 'h2', h5: 'h4', h6: 'h4', div: 'p' } as const;

const isMedia = (tag: string): tag is MediaTag => Object.hasOwn(richTextMedia, tag);

/** The address a picture or video is kept with: of an upload, or where it comes from; empty where it is no address at all. */
function mediaAddress(address: string): string {
  const fileId = fileOfAddress(address.trim());
  if (fileId !== undefined) return storedAddress(fileId);
  // `//host/x` is an address of that host, with the scheme of the page.
  const host = hostOf(address.trim().replace(/^\/\//, 'https://'));
  if (host !== undefined) return `https://${host}`;
  return /^\s*data:/i.test(address) ? 'data:' : '';
}

const media: sanitizeHtml.Transformer = (tagName, { src = '', alt }) => ({
  tagName,
  attribs: tagName === 'video' ? { src: mediaAddress(src), controls: '' } : { src: mediaAddress(src), alt: alt ?? '' },
});

const link: sanitizeHtml.Transformer = (tagName, { href = '' }) => ({
  tagName,
  attribs: { href: href.trim(), ...linkAttributes },
});

function optionsOf(keepForeign: boolean): sanitizeHtml.IOptions {
  return {
    allowedTags: Object.keys(richTextTags),
    allowedAttributes: Object.fromEntries(Object.entries(richTextTags).map(([tag, names]) => [tag, [...names]])),
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['https', 'data'], video: ['https', 'data'] },
    allowProtocolRelative: false,
    // What a browser would run, or what only a page has, goes with all that is in it.
    nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'iframe', 'object', 'svg', 'math'],
    transformTags: {
      ...Object.fromEntries(Object.entries(sameAs).map(([from, to]) => [from, sanitizeHtml.simpleTransform(to, {})])),
      a: link,
      img: media,
      video: media,
    },
    exclusiveFilter: ({ tag, attribs }) =>
      isMedia(tag) && (!attribs['src'] || (!keepForeign && fileOfAddress(attribs['src']) === undefined)),
  };
}

const strict = optionsOf(false);
const lenient = optionsOf(true);

/** Tags as browsers write them. A text has no bare `>`, and an attribute with a value ends in a quote. */
const likeBrowsers = (html: string): string => html.replaceAll(' />', '>').replaceAll(' controls>', ' controls="">');

/** Nothing that a reader would see. */
const isBlank = (html: string): boolean => !/<(img|video|hr|table)\b/.test(html) && plainOf(html) === '';

function clean(html: string, options: sanitizeHtml.IOptions): string {
  const text = likeBrowsers(sanitizeHtml(html, options));
  return isBlank(text) ? '' : text;
}

/** HTML that may be stored and shown: only what `richTextTags` names; pictures and videos only from uploads. */
export const cleanHtml = (html: string): string => clean(html, strict);

/**
 * A form with its formatted texts as they would be stored, before anything is checked, so that lengths are those of what is stored.
 * Foreign pictures stay as a mark: `richTextErrors` refuses them, rather than that they vanish.
 */
export function withCleanHtml(fields: Readonly<Record<string, Field>>, form: Row): Row {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      const isRich = Object.hasOwn(fields, name) && fields[name]?.kind === 'richText';
      return [name, isRich && typeof value === 'string' ? clean(value, lenient) : value];
    }),
  );
}

const tag = /<(a|img|video) (?:href|src)="([^"]*)"/g;
const unescaped = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** What a cleaned text points to. Neither a text nor an attribute has a bare `<`. */
export function pointersOf(html: string): Pointers {
  const links = new Set<string>();
  const files = { img: new Set<string>(), video: new Set<string>() };
  const foreign = new Set<string>();
  for (const [, name = '', given = ''] of html.matchAll(tag)) {
    const address = unescaped(given);
    const fileId = fileOfAddress(address);
    if (!isMedia(name)) links.add(address);
    else if (fileId === undefined) foreign.add(hostOf(address) ?? 'data:');
    else files[name].add(fileId);
  }
  return { links: [...links], files: { img: [...files.img], video: [...files.video] }, foreign: [...foreign] };
}

/** A stored text with addresses that a browser can load for a short time. */
export function signedHtml(html: string, sign: (fileId: string) => string): string {
  return html.replaceAll(/<(img|video) src="([^"]*)"/g, (all, name: string, address: string) => {
    const fileId = fileOfAddress(address);
    return fileId === undefined ? all : `<${name} src="${sign(fileId).replaceAll('&', '&amp;')}"`;
  });
}
