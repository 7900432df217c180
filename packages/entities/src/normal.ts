import { cleanCode, cleanText } from '@wheelhouse/contract/text';
import { isDerived, type Field, type RefByField, type Row, type StoredField } from './fields.ts';
import { formats } from './formats.ts';

function normalText(field: StoredField | RefByField, text: string): string {
  switch (field.kind) {
    case 'longText':
    case 'richText':
    case 'tags':
      return cleanText(text);
    case 'text':
    case 'private': {
      if (!field.format) return field.pattern ? cleanCode(text) : cleanText(text);
      const found = formats[field.format].check(text);
      return 'value' in found ? found.value : cleanText(text);
    }
    case 'color':
      return cleanCode(text).toUpperCase();
    default:
      return cleanCode(text);
  }
}

/**
 * A given value in the form in which it would be stored, which is the only one that rules see. Texts that have a format or a pattern,
 * codes, ids and times are identifiers (`cleanCode`, and what their format says); all other texts are `cleanText`.
 */
function normalValue(field: StoredField | RefByField, value: unknown): unknown {
  if (typeof value === 'string') return normalText(field, value);
  if (!Array.isArray(value) || field.kind === 'json') return value;
  const items: unknown[] = value;
  if (field.kind === 'rows') return items.map((item) => (isRecord(item) ? normalForm(field.fields, item) : item));
  return items.map((item) => (typeof item === 'string' ? normalText(field, item) : item));
}

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A form as rules see it. */
export function normalForm(fields: Readonly<Record<string, Field | RefByField>>, input: Row): Row {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field && (field.kind === 'refBy' || !isDerived(field)) ? normalValue(field, value) : value];
    }),
  );
}
