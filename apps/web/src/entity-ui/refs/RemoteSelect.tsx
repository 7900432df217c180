import { useState, type ReactNode } from 'react';
import { LoadingState } from '../../ui/States.tsx';
import { useEntityTexts } from '../texts.ts';
import { useRefNames, useRefOptions, type RefQuestion } from './useRefOptions.ts';
import { Select } from '../../ui/inputs/Select.tsx';

export interface RemoteSelectProps {
  readonly question: RefQuestion;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly multiple?: boolean;
  /** Names already known, by id: no call is made for them. */
  readonly known?: Readonly<Record<string, string>>;
  readonly id?: string | undefined;
  readonly label?: string;
  readonly prefix?: ReactNode;
  readonly placeholder?: string;
  readonly disabled?: boolean | undefined;
  readonly isWrong?: boolean;
  /** Starts open and focused. */
  readonly opened?: boolean;
}

/** A select whose choices the server finds while typing. */
export function RemoteSelect({
  question,
  value,
  onChange,
  multiple = false,
  known = {},
  id,
  label,
  prefix,
  placeholder,
  disabled,
  isWrong = false,
  opened = false,
}: RemoteSelectProps): ReactNode {
  const texts = useEntityTexts();
  const [open, setOpen] = useState(opened);
  const [keyword, setKeyword] = useState('');
  const [picked, setPicked] = useState<Readonly<Record<string, string>>>({});
  const names = { ...known, ...picked };
  const unknown = useRefNames(
    question,
    value.filter((one) => names[one] === undefined),
  );
  const { data, isFetching } = useRefOptions(question, keyword, open);
  const choices = (data ?? []).map((option) => ({ value: option.id, label: option.name, hint: option.hint }));
  const pick = (next: string | string[] | undefined): void => {
    const ids = next === undefined ? [] : Array.isArray(next) ? next : [next];
    const added = choices
      .filter((choice) => ids.includes(choice.value))
      .map((choice) => [choice.value, choice.label] as const);
    setPicked({ ...picked, ...Object.fromEntries(added) });
    onChange(ids);
  };
  const current = value.map((one) => ({ value: one, label: names[one] ?? unknown.get(one) ?? one, hint: undefined }));
  const options = [
    ...choices,
    ...current.filter((one) => !choices.some((choice) => choice.value === one.value) && (keyword === '' || multiple)),
  ];
  return (
    <Select<string | string[]>
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(isWrong ? { status: 'error' as const, 'aria-invalid': true } : {})}
      {...(multiple ? { mode: 'multiple' as const, maxTagCount: 'responsive' as const } : {})}
      className="eu-control"
      value={multiple ? [...value] : (value[0] as string)}
      onChange={pick}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next) setKeyword('');
      }}
      options={options}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      optionRender={(option) => (
        <span className="eu-option">
          {option.label}
          {option.data['hint'] ? <span className="wh-faint"> {option.data['hint']}</span> : null}
        </span>
      )}
      notFoundContent={isFetching ? <LoadingState small /> : undefined}
      placeholder={placeholder ?? texts('searchSelect')}
      prefix={prefix}
      loading={isFetching}
      disabled={disabled ?? false}
      autoFocus={opened}
      defaultOpen={opened}
      allowClear
    />
  );
}
