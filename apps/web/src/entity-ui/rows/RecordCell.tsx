import type { KeyboardEvent, ReactNode } from 'react';
import { isEmpty, textOf } from '../model.ts';
import { RemoteSelect } from '../refs/RemoteSelect.tsx';
import { useRowTexts } from './texts.ts';

interface Props {
  readonly cell: {
    readonly id?: string | undefined;
    readonly 'aria-label'?: string | undefined;
    readonly 'aria-invalid'?: unknown;
    readonly title?: string | undefined;
    readonly disabled?: boolean | undefined;
    readonly 'data-cell': string;
  };
  /** The entity that the row's code names; undefined while it names none. */
  readonly entity: string | undefined;
  /** Who asks: `raffleActivity.prizes.prizeId`. */
  readonly asks: string;
  readonly value: unknown;
  readonly nameOf: (entity: string, id: string) => string | undefined;
  readonly onChange: (id: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A record of a row, chosen from the entity that another cell names. */
export function RecordCell({ cell, entity = '', asks, value, nameOf, onChange, onKey }: Props): ReactNode {
  const texts = useRowTexts();
  const { 'data-cell': place, 'aria-invalid': invalid, 'aria-label': label = '', title, disabled } = cell;
  const isWrong = invalid === true;
  const id = isEmpty(value) ? '' : textOf(value);
  const name = id === '' ? undefined : nameOf(entity, id);
  return (
    <span
      className="eu-rows-record"
      data-cell={place}
      data-invalid={isWrong || undefined}
      title={title}
      // Arrows and Enter are the select's; what moves and removes rows goes before it.
      onKeyDownCapture={(event) => {
        if (!event.altKey) return;
        onKey(event);
        event.stopPropagation();
      }}
    >
      <RemoteSelect
        // What was looked up of one entity says nothing about another.
        key={entity}
        id={cell.id}
        label={label}
        isWrong={isWrong}
        question={{ entity, field: asks }}
        value={id === '' ? [] : [id]}
        known={name === undefined ? {} : { [id]: name }}
        {...(entity === '' && { placeholder: texts('codeFirst') })}
        disabled={disabled === true || entity === ''}
        onChange={([chosen = '']) => onChange(chosen)}
      />
    </span>
  );
}
