import { useId, type ComponentProps, type ReactNode, type Ref } from 'react';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Inside the frame, after the input. */
  readonly after?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled input with its error or hint under it. */
export function Field({ label, error, hint, after, ...input }: FieldProps): ReactNode {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="wl-field">
      <label htmlFor={id}>{label}</label>
      <div className={error === undefined ? 'wl-input' : 'wl-input wl-input-bad'}>
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          {...input}
        />
        {after}
      </div>
      {note === undefined ? null : (
        <div id={`${id}-note`} className={error === undefined ? 'wl-hint' : 'wl-error'}>
          {note}
        </div>
      )}
    </div>
  );
}
