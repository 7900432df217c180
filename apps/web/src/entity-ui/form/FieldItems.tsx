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

/** Form items in one or two columns, whatever fits. */
export function FieldItems({ fields, owner, stored, disabled, said }: FieldItemsProps): ReactNode {
  return (
    <div className="eu-fields">
      {fields.map(({ name, field, label, help, locked, wide, as }) => (
        <Form.Item
          key={name}
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
      ))}
    </div>
  );
}
