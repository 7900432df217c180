import { Button, Input } from 'antd';
import type { Editor } from '@tiptap/react';
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { isAllowedLink } from '@wheelhouse/entities/rich-text';
import { useRichTexts } from './texts.ts';

interface LinkRowProps {
  readonly editor: Editor;
  readonly hosts: RefObject<ReadonlySet<string>>;
  readonly onClose: () => void;
}

/** People write `example.com/x`, or an address of mail. */
function fullAddress(typed: string): string {
  const address = typed.trim();
  if (/^[^\s@/:]+@[^\s@/]+$/.test(address)) return `mailto:${address}`;
  return /^([a-z]+:|\/|#)/i.test(address) ? address : `https://${address}`;
}

/** Asks where the selected text leads to. */
export function LinkRow({ editor, hosts, onClose }: LinkRowProps): ReactNode {
  const texts = useRichTexts();
  const current: unknown = editor.getAttributes('link')['href'];
  const [address, setAddress] = useState(typeof current === 'string' ? current : '');
  /** Hosts that would have been allowed, once another was refused. */
  const [refused, setRefused] = useState<string>();
  const close = (): void => {
    onClose();
    editor.commands.focus();
  };
  const apply = (): void => {
    const href = fullAddress(address);
    if (!isAllowedLink(href, hosts.current)) {
      setRefused([...hosts.current].join(', ') || texts('noHosts'));
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && current === undefined)
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    onClose();
  };
  const remove = (): void => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <div role="group" aria-label={texts('link')} className="eu-editor-row">
      <Input
        autoFocus
        value={address}
        aria-label={texts('linkAddress')}
        placeholder={texts('linkAddress')}
        aria-invalid={refused !== undefined}
        status={refused === undefined ? '' : 'error'}
        onChange={(event) => {
          setAddress(event.target.value);
          setRefused(undefined);
        }}
        onKeyDown={onKeyDown}
        onPressEnter={(event) => {
          event.preventDefault();
          apply();
        }}
      />
      <Button onClick={apply} disabled={address.trim() === ''}>
        {texts('linkApply')}
      </Button>
      {current === undefined ? null : <Button onClick={remove}>{texts('linkRemove')}</Button>}
      {refused === undefined ? null : (
        <p className="eu-error" role="alert">
          {texts('linkRefused', { hosts: refused })}
        </p>
      )}
    </div>
  );
}
