/**
 * What formatted texts (`f.richText`) are made of. The console's editor makes it, the server's sanitiser keeps it and nothing else.
 * Pictures and videos are uploads, stored by the address without a signature, which the server adds to what it answers.
 */
export const richTextTags: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  hr: [],
  h2: [],
  h3: [],
  h4: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  a: ['href', 'target', 'rel'],
  table: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  img: ['src', 'alt'],
  video: ['src', 'controls'],
};

/** What every link carries: it opens in a new tab and sends the other site no referrer. */
export const linkAttributes = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const;

/** Uses of uploads (D:UploadBiz) by the tag that shows them. */
export const richTextMedia = { img: 'image', video: 'video' } as const;
export type MediaTag = keyof typeof richTextMedia;

/** Category of the dictionary whose entries name the hosts that links may lead to. */
export const linkHostDict = 'LinkHost';

const fileAddress = /^\/common\/file\/([\w-]{8,64})(?:\?.*)?$/;

/** Id of the upload that an address shows, signed or not; undefined for any other address. */
export const fileOfAddress = (address: string): string | undefined => fileAddress.exec(address)?.[1];

/** Address of an upload as formatted texts are stored with. */
export const storedAddress = (fileId: string): string => `/common/file/${fileId}`;

const entitiesOfText: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' };

/**
 * What a formatted text says, without its marks: lines and runs of blanks as one blank.
 * @for the words of a formatted text: its beginning, its length, words that it must not hold: `messages/system/source.ts`
 */
export const plainOf = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(nbsp|lt|gt|quot|amp);/g, (_, name: string) => entitiesOfText[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A formatted text without the signatures of its addresses, which change with time and are not stored. */
export const unsigned = (html: string): string =>
  html.includes('/common/file/') ? html.replaceAll(/(="\/common\/file\/[\w-]{8,64})\?[^"]*"/g, '$1"') : html;

/** Host of a web address in small letters; undefined for addresses of another kind. */
export function hostOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).host.toLowerCase();
}

/** Addresses that a link may have whatever its host: pages of the console, mail and telephone. */
export const isPlainAddress = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) || address.startsWith('#') || /^(mailto|tel):/i.test(address);

/** Whether a link may lead to an address, given the hosts that are allowed. */
export const isAllowedLink = (address: string, hosts: ReadonlySet<string>): boolean =>
  isPlainAddress(address) || hosts.has(hostOf(address) ?? '');
