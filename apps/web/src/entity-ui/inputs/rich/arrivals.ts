import { NodeSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { useRef, useState } from 'react';
import { hostOf } from '@wheelhouse/entities/rich-text';
import { call } from '../../../api/client.ts';
import { limitsOf } from '../../files/limits.ts';
import { useUploads, type Source, type StoredRef, type Upload } from '../../files/useUploads.ts';
import { fileOfData, withWaiting, type PastedPicture } from './pasted.ts';
import { useRichTexts } from './texts.ts';

export const imageLimits = limitsOf({ kind: 'image' });
export const videoLimits = limitsOf({ kind: 'video' });
const isVideo = (one: File | Source): boolean => one instanceof File && one.type.startsWith('video/');

let next = 0;
/** Unlike any of another page, which a text that was kept meanwhile may still name. */
function newKey(): string {
  next += 1;
  return `${performance.timeOrigin.toString(36)}-${next}`;
}

/** What a picture or video in the text waits for. */
const waitsOf = ({ attrs }: { readonly attrs: { readonly waits?: unknown } }): string => String(attrs.waits);

/** What becomes of a place in the text: the upload that is shown there, or nothing. */
type Outcome = StoredRef | 'left';

/** Gives every place that waited for one of `outcomes` what came of it. What somebody has deleted meanwhile stays away. */
function settle(editor: Editor, outcomes: ReadonlyMap<string, Outcome>): void {
  const { tr, doc } = editor.state;
  doc.descendants((node, at) => {
    const outcome = outcomes.get(waitsOf(node));
    if (outcome === undefined) return;
    const place = tr.mapping.map(at);
    if (outcome === 'left') tr.delete(place, place + node.nodeSize);
    else tr.setNodeAttribute(place, 'src', outcome.url).setNodeAttribute(place, 'waits', null);
  });
  // Undo takes back what somebody did, which is the picture as a whole.
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false));
}

export interface Arrivals {
  readonly uploads: readonly Upload[];
  readonly dismiss: (key: number) => void;
  readonly isWaited: (key: string) => boolean;
  /** Puts files where the cursor is, or where they were let go: at once as places, which show them when they have arrived. */
  readonly take: (editor: Editor, files: readonly File[]) => void;
  /** Pasted HTML, whose pictures from elsewhere are to be uploads; `begin` starts them once they are in the text. */
  readonly mark: (html: string) => string;
  readonly begin: (editor: Editor) => void;
  /** Says which editor there is now: the page has none while it is hidden. */
  readonly follow: (editor: Editor | null) => void;
}

/** Pictures and videos that are on their way into a text. */
export function useArrivals(): Arrivals {
  const texts = useRichTexts();
  const current = useRef<Editor>(null);
  const [waiting] = useState(() => new Set<string>());
  const [keys] = useState(() => new Map<File | Source, string>());
  /** Pasted pictures that no upload has begun for: the text may not have taken them. */
  const [marked] = useState(() => new Map<string, File | Source>());
  /** What came while there was no editor. */
  const [outcomes] = useState(() => new Map<string, Outcome>());
  /** Forgets pasted pictures that the text has not taken. */
  const forget = (): void => {
    for (const [key, source] of marked) {
      waiting.delete(key);
      keys.delete(source);
    }
    marked.clear();
  };
  const apply = (): void => {
    if (current.current?.isDestroyed !== false) return;
    settle(current.current, outcomes);
    for (const key of outcomes.keys()) waiting.delete(key);
    outcomes.clear();
  };
  const end = (outcome: Outcome, source: File | Source): void => {
    const key = keys.get(source);
    if (key === undefined) return;
    keys.delete(source);
    outcomes.set(key, outcome);
    apply();
  };
  const left = (source: File | Source): void => end('left', source);
  const images = useUploads<File | Source>(imageLimits, end, left);
  const videos = useUploads<File | Source>(videoLimits, end, left);
  const start = (all: readonly (File | Source)[]): void => {
    images.start(all.filter((one) => !isVideo(one)));
    videos.start(all.filter(isVideo));
  };
  const wait = (source: File | Source): string => {
    const key = newKey();
    waiting.add(key);
    keys.set(source, key);
    return key;
  };
  const sourceOf = ({ src, name: given }: PastedPicture): File | Source => {
    const name = given || texts('pastedPicture', { n: marked.size + 1 });
    if (hostOf(src) !== undefined)
      return {
        name,
        store: ({ signal }) => call('/data/crm/upload/fromWeb', { url: src }, { signal }),
      };
    return (
      fileOfData(src, name) ?? {
        name,
        wrong: texts('cannotRead'),
        store: () => Promise.reject(new Error('no picture')),
      }
    );
  };
  return {
    uploads: [...images.uploads, ...videos.uploads],
    dismiss(key) {
      images.dismiss(key);
      videos.dismiss(key);
    },
    isWaited: (key) => waiting.has(key),
    take(editor, files) {
      const { selection } = editor.state;
      const nodes = files.map((file) => ({
        type: isVideo(file) ? 'video' : 'image',
        attrs: { waits: wait(file), ...(!isVideo(file) && { alt: file.name.replace(/\.\w+$/, '') }) },
      }));
      // A chosen picture stays: the next one comes after it.
      const place = selection instanceof NodeSelection ? selection.to : { from: selection.from, to: selection.to };
      editor.chain().focus().insertContentAt(place, nodes).run();
      start(files);
    },
    mark(html) {
      forget();
      return withWaiting(html, (picture) => {
        const source = sourceOf(picture);
        const key = wait(source);
        marked.set(key, source);
        return key;
      });
    },
    begin(editor) {
      if (marked.size === 0) return;
      const found: (File | Source)[] = [];
      editor.state.doc.descendants((node) => {
        const key = waitsOf(node);
        const source = marked.get(key);
        if (source === undefined) return;
        found.push(source);
        marked.delete(key);
      });
      forget();
      start(found);
    },
    follow(editor) {
      current.current = editor;
      apply();
    },
  };
}
