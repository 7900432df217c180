import { unsigned } from '@wheelhouse/entities/rich-text';
import { diffArrays, diffWords } from 'diff';

/** A paragraph, heading, entry, cell, picture or video of a formatted text. */
interface Block {
  /** What it is, and in what: `ul li p`. */
  readonly tag: string;
  readonly text: string;
  /** Address of a picture or video. */
  readonly media?: string;
  /** The same for equal blocks, whatever the signatures of addresses. */
  readonly key: string;
}

/** A piece of a text: as it was, added or removed. */
export interface Piece {
  readonly text: string;
  readonly side: 'same' | 'added' | 'removed';
}

/** What differs between two formatted texts, block by block in reading order. */
export type BlockChange =
  | { readonly kind: 'words'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'format'; readonly text: string }
  | { readonly kind: 'media'; readonly side: 'added' | 'removed'; readonly src: string; readonly tag: string };

const blockTags: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 li td th blockquote pre ul ol table tr tbody thead'.split(' '),
);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'" };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|nbsp|#39);/g, (all, name: string) => entities[name] ?? all);

/** Blocks of a text that the server has cleaned: neither its words nor its attributes have a bare `<` or `>`. */
function blocksOf(html: string): readonly Block[] {
  const blocks: Block[] = [];
  const open: string[] = [];
  let [text, marks] = ['', ''];
  const end = (): void => {
    const words = unescaped(text).trim();
    const tag = open.join(' ');
    if (words !== '') blocks.push({ tag, text: words, key: `${tag} ${marks}` });
    [text, marks] = ['', ''];
  };
  for (const [token] of unsigned(html).matchAll(/<[^>]*>|[^<]+/g)) {
    const [, slash, name = ''] = /^<(\/?)(\w+)/.exec(token) ?? [];
    if (name === 'img' || name === 'video') {
      const src = /src="([^"]*)"/.exec(token)?.[1] ?? '';
      end();
      if (slash === '') blocks.push({ tag: name, text: '', media: src, key: `${name} ${src}` });
    } else if (blockTags.has(name)) {
      end();
      if (slash === '') open.push(name);
      else open.pop();
    } else {
      if (name === '') text += token;
      marks += token;
    }
  }
  end();
  return blocks;
}

/** Words of both languages: Chinese has no spaces between them. */
const words = new Intl.Segmenter('zh', { granularity: 'word' });
/** Texts that differ in nearly everything are shown one after the other. */
const patience = 150;

/** What differs between two texts, word by word. */
export function wordChanges(before: string, after: string): readonly Piece[] {
  const found = diffWords(before, after, { intlSegmenter: words, timeout: patience }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ];
  return found
    .filter(({ value }) => value !== '')
    .map(({ value, added, removed }) => ({ text: value, side: added ? 'added' : removed ? 'removed' : 'same' }));
}

function blockChange(before: Block | undefined, after: Block | undefined): readonly BlockChange[] {
  if (before?.media === undefined && after?.media === undefined) {
    if (before !== undefined && before.text === after?.text) return [{ kind: 'format', text: after.text }];
    return [{ kind: 'words', pieces: wordChanges(before?.text ?? '', after?.text ?? '') }];
  }
  return [before, after].flatMap((block, at): BlockChange[] => {
    if (block === undefined) return [];
    const side = at === 0 ? 'removed' : 'added';
    if (block.media !== undefined) return [{ kind: 'media', side, src: block.media, tag: block.tag }];
    return [{ kind: 'words', pieces: [{ text: block.text, side }] }];
  });
}

/** Blocks that stand where others stood: a paragraph for a paragraph, a cell for a cell. */
function replaced(before: readonly Block[], after: readonly Block[]): readonly BlockChange[] {
  let [from, to] = [0, 0];
  const alike = diffArrays([...before], [...after], { comparator: (a, b) => a.tag === b.tag });
  return alike.flatMap(({ value, added, removed }) =>
    value.flatMap(() => blockChange(added ? undefined : before[from++], removed ? undefined : after[to++])),
  );
}

/**
 * What differs between two formatted texts: by blocks, and within them by words.
 * @for a comparison of two texts: formatted ones by blocks and words (`richChanges`), others by words (`wordChanges`), Chinese too: `TextChanges`
 */
export function richChanges(before: string, after: string): readonly BlockChange[] {
  const changes = diffArrays([...blocksOf(before)], [...blocksOf(after)], {
    comparator: (a, b) => a.key === b.key,
  });
  return changes.flatMap(({ value, added, removed }, at) => {
    const next = changes[at + 1];
    if (removed) return replaced(value, next?.added === true ? next.value : []);
    return added && changes[at - 1]?.removed !== true ? value.flatMap((block) => blockChange(undefined, block)) : [];
  });
}
