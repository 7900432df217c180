import { Form, type FormInstance } from 'antd';
import type { Row } from '@wheelhouse/entities';

// antd has no type of its own for all values together.

/** What a form holds, of fields that are not shown too. */
export const valuesOf = (form: FormInstance<Row>): Row => form.getFieldsValue(true) as Row;

/** The same of the fields on the screen, followed as it is typed; undefined before they are. */
export const useValues = (form: FormInstance<Row>): Row | undefined => Form.useWatch([], form);
