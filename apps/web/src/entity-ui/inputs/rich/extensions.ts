import { Node, type Extensions } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { fileOfAddress, linkAttributes, type MediaTag } from '@wheelhouse/entities/rich-text';

/** Names, at a picture or video that is on its way, what it waits for. It has no address until then, so that it is not stored. */
export const waitsMark = 'data-waits';

/**
 * A picture or video on a line of its own: an upload, or one that becomes an upload (`arrivals.ts`).
 * @param isWaited whether something that is waited for is still to come
 */
const media = (name: 'image' | 'video', tag: MediaTag, isWaited: (key: string) => boolean): Node =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({
      src: { default: null },
      waits: {
        default: null,
        parseHTML: (element) => element.getAttribute(waitsMark),
        renderHTML: ({ waits }) => (waits === null ? {} : { [waitsMark]: waits }),
      },
      ...(tag === 'img' && { alt: { default: '' } }),
    }),
    parseHTML: () => [
      {
        tag,
        getAttrs: (element) => {
          const isUpload = fileOfAddress(element.getAttribute('src') ?? '') !== undefined;
          return (isUpload || isWaited(element.getAttribute(waitsMark) ?? '')) && null;
        },
      },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, { ...HTMLAttributes, ...(tag === 'video' && { controls: '' }) }],
  });

/**
 * What the editor can make: the tags of `richTextTags`.
 * @param isAllowed whether a link may lead to an address; asked anew each time
 * @param isWaited whether a picture or video is still to come
 */
export function extensions(isAllowed: (address: string) => boolean, isWaited: (key: string) => boolean): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      // It would change a text that is only looked at.
      trailingNode: false,
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        HTMLAttributes: linkAttributes,
        isAllowedUri: isAllowed,
        shouldAutoLink: isAllowed,
      },
    }),
    media('image', 'img', isWaited),
    media('video', 'video', isWaited),
    Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
    TableRow,
    TableHeader,
    TableCell,
  ];
}
