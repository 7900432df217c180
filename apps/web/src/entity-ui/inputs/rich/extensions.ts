import { Node, type Extensions } from '@tiptap/core';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { fileOfAddress, linkAttributes, type MediaTag } from '@wheelhouse/entities/rich-text';

/** A picture or video on a line of its own. Only uploads are taken; what is pasted from elsewhere stays out. */
const media = (name: 'image' | 'video', tag: MediaTag): Node =>
  Node.create({
    name,
    group: 'block',
    atom: true,
    draggable: true,
    addAttributes: () => ({ src: { default: null }, ...(tag === 'img' && { alt: { default: '' } }) }),
    parseHTML: () => [
      { tag, getAttrs: (element) => fileOfAddress(element.getAttribute('src') ?? '') !== undefined && null },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, { ...HTMLAttributes, ...(tag === 'video' && { controls: '' }) }],
  });

/**
 * What the editor can make: the tags of `richTextTags`.
 * @param isAllowed whether a link may lead to an address; asked anew each time
 */
export function extensions(isAllowed: (address: string) => boolean): Extensions {
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
    media('image', 'img'),
    media('video', 'video'),
    Table.extend({ renderHTML: () => ['table', ['tbody', 0]] }),
    TableRow,
    TableHeader,
    TableCell,
  ];
}
