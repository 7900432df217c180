import { CloseCircleFilled } from '@ant-design/icons';
import { useState, type ReactNode, type Ref } from 'react';
import { useT } from '../../i18n/common.ts';
import './controls.css';

/**
 * Text being typed, committed later. Follows the committed value when that changes from outside; when it is our own commit that arrives, what
 * has been typed since then stays.
 */
function useDraft(committed: string): [string, (text: string) => void, (text: string) => void] {
  const [draft, setDraft] = useState({ committed, text: committed, sent: committed });
  let { text } = draft;
  if (draft.committed !== committed) {
    if (draft.sent !== committed || text.trim() === committed) text = committed;
    setDraft({ committed, text, sent: committed });
  }
  return [
    text,
    (typed) => setDraft((now) => ({ ...now, text: typed })),
    (sent) => setDraft((now) => ({ ...now, sent })),
  ];
}

export interface TextBoxProps {
  readonly value: string;
  readonly onCommit: (text: string) => void;
  /** Accessible name. */
  readonly label: string;
  readonly prefix?: ReactNode;
  readonly placeholder?: string;
  readonly numeric?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/**
 * A line of text that takes effect on Enter, on leaving the field and on clearing. A plain input, because every list page has
 * one at once: antd's brings its form along, 28 kB.
 */
export function TextBox({
  value,
  onCommit,
  label,
  prefix,
  placeholder,
  numeric = false,
  inputRef,
}: TextBoxProps): ReactNode {
  const t = useT();
  const [text, setText, setSent] = useDraft(value);
  const commit = (next: string): void => {
    if (next.trim() === value) return;
    setSent(next.trim());
    onCommit(next.trim());
  };
  return (
    <span className="eu-box">
      {prefix}
      <input
        {...(inputRef === undefined ? {} : { ref: inputRef })}
        type="text"
        aria-label={label}
        value={text}
        placeholder={placeholder}
        inputMode={numeric ? 'decimal' : undefined}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) commit(text);
        }}
        onBlur={() => commit(text)}
      />
      {text === '' ? null : (
        <button
          type="button"
          className="eu-box-clear"
          aria-label={`${t('clear')} ${label}`}
          onClick={() => {
            setText('');
            commit('');
          }}
        >
          <CloseCircleFilled />
        </button>
      )}
    </span>
  );
}
