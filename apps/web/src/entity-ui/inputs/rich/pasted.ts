import { fileOfAddress, hostOf } from '@wheelhouse/entities/rich-text';
import { waitsMark } from './extensions.ts';

/** A picture in pasted text that is no upload. */
export interface PastedPicture {
  /** Where it comes from: an address of the web, `data:`, `file:` … */
  readonly src: string;
  /** Its description, or what its address ends in; empty: neither. */
  readonly name: string;
}

/** The address of an upload without this console's host, which browsers add as they copy. */
function ownAddress(src: string): string {
  if (!URL.canParse(src)) return src;
  const { origin, pathname, search } = new URL(src);
  return origin === window.location.origin ? pathname + search : src;
}

/** What a picture is called to people: where it is from, so that it can be found there. */
function nameOf(image: HTMLImageElement, src: string): string {
  const host = hostOf(src);
  const last = /^data:/i.test(src) ? '' : (src.split(/[?#]/, 1)[0]?.split(/[\\/]/).at(-1) ?? '');
  return (host === undefined ? image.alt.trim() || last : `${host}/…/${last}`).slice(0, 80);
}

/**
 * Pasted HTML whose pictures are uploads, or wait for one.
 * @param keep takes a picture that is no upload yet. @returns the key that it is waited for by
 */
export function withWaiting(html: string, keep: (picture: PastedPicture) => string): string {
  if (!/<img\b/i.test(html)) return html;
  // A document of its own loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const image of body.querySelectorAll('img')) {
    const src = ownAddress((image.getAttribute('src') ?? '').trim().replace(/^\/\//, 'https://'));
    image.removeAttribute(waitsMark);
    if (fileOfAddress(src) !== undefined) image.setAttribute('src', src);
    else if (src !== '') {
      image.setAttribute(waitsMark, keep({ src, name: nameOf(image, src) }));
      image.removeAttribute('src');
    }
  }
  return body.innerHTML;
}

const endings: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg' };

/** The file of a `data:` address; undefined where it is none, or none of a picture. */
export function fileOfData(src: string, name: string): File | undefined {
  const [, subtype, base64] = /^data:image\/([\w+.-]+);base64,(.+)$/is.exec(src) ?? [];
  if (subtype === undefined || base64 === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (one) => one.charCodeAt(0));
    const type = subtype.toLowerCase();
    return new File([bytes], `${name.replace(/\.\w{1,5}$/, '')}.${endings[type] ?? type}`, { type: `image/${type}` });
  } catch {
    // Not base64 after all.
    return undefined;
  }
}
