import { useEditor, useEditorState, type Editor, type UseEditorOptions } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { hostOf, isAllowedLink, linkHostDict } from '@wheelhouse/entities/rich-text';
import { useStore } from '../../../lib/store.ts';
import { dictionaryStore } from '../../../reference/reference.ts';
import { textOf } from '../../model.ts';
import type { InputProps } from '../types.ts';
import type { Arrivals } from './arrivals.ts';
import { extensions } from './extensions.ts';
import { lastTools, toolGroups } from './tools.tsx';
import { withLists } from './word.ts';

/** Hosts that links may lead to: those of the dictionary, and those that the text links to already. */
function useHosts(html: string): RefObject<ReadonlySet<string>> {
  const entries = useStore(dictionaryStore).get(linkHostDict);
  const [stored] = useState(() =>
    [...html.matchAll(/ href="([^"]*)"/g)].flatMap(([, address = '']) => hostOf(address) ?? []),
  );
  const hosts = useRef<ReadonlySet<string>>(new Set(stored));
  useEffect(() => {
    const named = (entries ?? []).filter((entry) => entry.enabled !== 0).map((entry) => entry.name.toLowerCase());
    hosts.current = new Set([...stored, ...named]);
  }, [entries, stored]);
  return hosts;
}

/** Files that are pasted or dropped; text that comes with a picture of it stays text. */
function filesOf(data: DataTransfer | null): readonly File[] {
  return data === null || data.getData('text/plain') !== '' ? [] : [...data.files];
}

const toggles = [...toolGroups.flat(), ...lastTools];

interface State {
  readonly on: readonly string[];
  readonly inTable: boolean;
  /** Description of the chosen picture. */
  readonly alt: string | undefined;
  readonly characters: number;
}

function stateOf(editor: Editor): State {
  const alt: unknown = editor.isActive('image') ? (editor.getAttributes('image')['alt'] ?? '') : undefined;
  return {
    on: [
      ...toggles.filter((tool) => tool.isOn?.(editor)).map((tool) => tool.name),
      ...(editor.isActive('link') ? ['link'] : []),
    ],
    inTable: editor.isActive('table'),
    alt: typeof alt === 'string' ? alt : undefined,
    characters: [...editor.state.doc.textContent].length,
  };
}

const noState: State = { on: [], inTable: false, alt: undefined, characters: 0 };

/** Its type leaves out that a page which is shown again has none for a moment: hiding the page has destroyed it. */
const useOwnEditor = (options: UseEditorOptions): Editor | null => useEditor(options);

interface RichEditor {
  /** Null for a moment after the page was hidden. */
  readonly editor: Editor | null;
  readonly state: State;
  readonly hosts: RefObject<ReadonlySet<string>>;
}

/** The editor of a field: its text follows the form's value, and the form's value what is typed. */
export function useRichEditor(
  { id, label, value, onChange, disabled }: InputProps<'richText'>,
  arrivals: Arrivals,
  onToolbar: () => void,
): RichEditor {
  const html = textOf(value);
  const hosts = useHosts(html);
  const [made] = useState(() => extensions((address) => isAllowedLink(address, hosts.current), arrivals.isWaited));
  const latest = useRef(html);
  const editor = useOwnEditor({
    extensions: made,
    content: html,
    editable: !disabled,
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        class: 'eu-rich eu-editor-text',
      },
      handlePaste: (_view, event) => {
        const files = filesOf(event.clipboardData);
        if (files.length > 0 && editor !== null) arrivals.take(editor, files);
        return files.length > 0;
      },
      handleDrop: (view, event, _slice, moved) => {
        const files = moved ? [] : filesOf(event.dataTransfer);
        if (files.length === 0) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place !== null) editor?.commands.setTextSelection(place.pos);
        if (editor !== null) arrivals.take(editor, files);
        return true;
      },
      transformPastedHTML: (html) => arrivals.mark(withLists(html)),
      handleKeyDown: (_view, event) => {
        if (event.key !== 'F10' || !event.altKey) return false;
        onToolbar();
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => {
      latest.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(latest.current);
      arrivals.begin(changed);
    },
  });
  const follow = useEffectEvent(() => {
    if (html === latest.current) return;
    latest.current = html;
    // The next editor begins with the form's value.
    if (editor?.isDestroyed === false) editor.commands.setContent(html, { emitUpdate: false });
  });
  useEffect(() => follow(), [html]);
  const place = useEffectEvent(() => arrivals.follow(editor));
  useEffect(() => place(), [editor]);
  useEffect(() => editor?.setEditable(!disabled, false), [editor, disabled]);
  // Not of the editor that it gives: that is the one before until something is typed.
  const state = useEditorState({ editor, selector: () => (editor === null ? noState : stateOf(editor)) });
  return { editor, state: state ?? noState, hosts };
}
