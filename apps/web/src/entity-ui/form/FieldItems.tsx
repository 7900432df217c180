import { Form } from 'antd';
import type { ReactNode } from 'react';
import type { Row, StoredField } from '@wheelhouse/entities';
import { FieldInput, isWide } from '../inputs/index.tsx';
import type { Input } from '../inputs/types.ts';

/** A field as a form shows it. */
export interface FormField {
  readonly name: string;
  readonly field: StoredField;
  readonly label: string;
  readonly help: string | undefined;
  /** Why it cannot be changed. */
  readonly locked: string | undefined;
  readonly wide?: boolean;
  readonly as?: Input | undefined;
}

export interface FieldItemsProps {
  readonly fields: readonly FormField[];
  /** Who asks for choices of references. */
  readonly owner: string;
  readonly stored: Row | undefined;
  readonly disabled: boolean;
  /** The reason for locked fields that already stands above the form. */
  readonly said?: string | undefined;
}

function FieldItem({
  at,
  owner,
  stored,
  disabled,
  said,
}: Omit<FieldItemsProps, 'fields'> & { readonly at: FormField }): ReactNode {
  const { name, field, label, help, locked, wide, as } = at;
  return (
    <Form.Item
      name={name}
      label={label}
      required={field.required === true && locked === undefined}
      extra={locked === undefined || locked === said ? help : locked}
      className={(wide ?? isWide(field)) ? 'eu-wide' : ''}
    >
      <FieldInput
        name={name}
        field={field}
        label={label}
        owner={owner}
        stored={stored}
        disabled={disabled || locked !== undefined}
        as={as}
      />
    </Form.Item>
  );
}

/** Form items in one or two columns, whatever fits. A text and the same in English stand side by side. */
export function FieldItems({ fields, ...rest }: FieldItemsProps): ReactNode {
  const englishOf = ({ field }: FormField): FormField | undefined =>
    'english' in field ? fields.find((one) => one.name === field.english) : undefined;
  const paired = new Set(fields.map(englishOf));
  return (
    <div className="eu-fields">
      {fields
        .filter((one) => !paired.has(one))
        .map((one) => {
          const english = englishOf(one);
          return english === undefined ? (
            <FieldItem key={one.name} at={one} {...rest} />
          ) : (
            <div key={one.name} className="eu-pair">
              <FieldItem at={one} {...rest} />
              <FieldItem at={english} {...rest} />
            </div>
          );
        })}
    </div>
  );
}
