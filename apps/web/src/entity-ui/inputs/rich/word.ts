/**
 * Lists of word processors in pasted HTML. Word and WPS write no lists but paragraphs: each says its list and level in its style, and has its bullet or
 * number as text, in a part that is to be ignored.
 */

const itemStyle = /mso-list:\s*l\d+\s+level(\d)/i;
/** What numbers of lists look like; anything else is a bullet, the letter o among them. */
const number = /^[(（]?(?:\d{1,3}|[a-z]{1,2}|[ivxlc]{1,6}|[一二三四五六七八九十百]{1,4})[.)）、．]$/i;

interface Level {
  readonly depth: number;
  readonly list: HTMLElement;
}

/** The list of an item: the one that is under way at its depth, or a new one. */
function listFor(levels: Level[], depth: number, kind: 'ol' | 'ul', begin: (list: HTMLElement) => void): HTMLElement {
  while ((levels.at(-1)?.depth ?? 0) > depth) levels.pop();
  const open = levels.at(-1);
  if (open?.depth === depth && open.list.localName === kind) return open.list;
  if (open?.depth === depth) levels.pop();
  const list = document.implementation.createHTMLDocument().createElement(kind);
  const within = levels.at(-1)?.list.lastElementChild;
  if (within) within.append(list);
  else begin(list);
  levels.push({ depth, list });
  return list;
}

/** @returns pasted HTML with its paragraphs of lists as lists */
export function withLists(html: string): string {
  if (!itemStyle.test(html)) return html;
  // A document of its own loads and runs nothing.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let levels: Level[] = [];
  let last: Element | undefined;
  for (const item of body.querySelectorAll<HTMLElement>('p[style], h1[style], h2[style], h3[style], h4[style]')) {
    const depth = Number(itemStyle.exec(item.getAttribute('style') ?? '')?.[1] ?? 0);
    if (depth === 0) continue;
    // A list goes on as long as nothing else stands between its items.
    if (item.previousElementSibling !== last) levels = [];
    const mark = [...item.querySelectorAll<HTMLElement>('span[style]')].find((span) =>
      /mso-list:\s*ignore/i.test(span.getAttribute('style') ?? ''),
    );
    const kind = number.test((mark?.textContent ?? '').replace(/\s/g, '')) ? 'ol' : 'ul';
    mark?.remove();
    const list = listFor(levels, depth, kind, (made) => {
      item.before(made);
      last = made;
    });
    const entry = list.ownerDocument.createElement('li');
    entry.append(...item.childNodes);
    list.append(entry);
    item.remove();
  }
  return body.innerHTML;
}
