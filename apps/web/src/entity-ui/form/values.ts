import { Form, type FormInstance } from 'antd';
import type { Field, Row } from '@wheelhouse/entities';

// antd has no type of its own for all values together.

/** What a form holds, of fields that are not shown too. */
export const valuesOf = (form: FormInstance<Row>): Row => form.getFieldsValue(true) as Row;

/** The same of the fields on the screen, followed as it is typed; undefined before they are. */
export const useValues = (form: FormInstance<Row>): Row | undefined => Form.useWatch([], form);

const isBelow = (field: Field, names: readonly string[]): boolean =>
  (field.kind === 'area' || field.kind === 'dict') && field.parent !== undefined && names.includes(field.parent);

/** Another choice empties the fields for what lies below it: a new province its city and district, a new category its sub-category. */
export function emptyBelow(form: FormInstance<Row>, fields: Readonly<Record<string, Field>>, changed: object): void {
  let names = Object.keys(changed);
  while (names.length > 0) {
    const above = names;
    names = Object.entries(fields).flatMap(([name, field]) => (isBelow(field, above) ? [name] : []));
    if (names.length > 0) form.setFieldsValue(Object.fromEntries(names.map((name) => [name, null])));
  }
}
