/** An element of XML, as far as tests ask. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

interface Open {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const token = /<\?[^?]*\?>|<\/([\w:]+)>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string): string =>
  text.replace(/&(\w*);?/g, (whole, name: string) => {
    if (named[name] === undefined) throw new Error(`not well-formed: ${whole}`);
    return named[name];
  });

/** @throws when it is not well-formed, or a prefix has no namespace */
export function parseXml(xml: string): Element {
  const top: Open = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let end = 0;
  for (const [, closed, name, attributes = '', single, text] of xml.matchAll(token)) {
    const at = open.at(-1) ?? top;
    if (closed !== undefined) {
      if (at.name !== closed || open.length === 1) throw new Error(`not well-formed: </${closed}> in ${at.name}`);
      open.pop();
    } else if (name !== undefined) {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key,
        plain(value),
      ]);
      if (new Set(pairs.map(([key]) => key)).size !== pairs.length) throw new Error(`attribute twice in ${name}`);
      const element: Open = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      at.children.push(element);
      const known = [...open, element].flatMap((one) => Object.keys(one.attributes));
      for (const key of [name, ...Object.keys(element.attributes)]) {
        const [prefix] = key.includes(':') ? key.split(':') : [];
        if (prefix !== undefined && !['xml', 'xmlns'].includes(prefix) && !known.includes(`xmlns:${prefix}`))
          throw new Error(`no namespace for ${key}`);
      }
      if (single === '') open.push(element);
    } else if (text !== undefined) at.text += plain(text);
  }
  for (const part of xml.matchAll(token)) end = part.index + part[0].length;
  const [root] = top.children;
  if (open.length !== 1 || end !== xml.length || root === undefined || top.children.length !== 1)
    throw new Error(`not well-formed at ${end}`);
  return root;
}

/** All elements of a name, in the order of the text. */
export const allOf = (root: Element, name: string): readonly Element[] => [
  ...(root.name === name ? [root] : []),
  ...root.children.flatMap((child) => allOf(child, name)),
];
