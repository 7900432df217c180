import { Input as AntInput } from 'antd';
import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { StoredField, StoredKind } from '@wheelhouse/entities';
import { DictInput, DictManyInput, FlagInput, TagsInput } from './choice.tsx';
import { JsonInput } from './json.tsx';
import { MoneyInput, NumberInput } from './number.tsx';
import { RefInput, RefManyInput } from './ref.tsx';
import { LongTextInput, PrivateInput, TextInput } from './text.tsx';
import type { Input, InputProps } from './types.ts';
import { UploadInput } from './upload.tsx';
import { limitsOf } from '../files/limits.ts';
import { part } from '../../ui/part.tsx';

const DateInput = part(() => import('./date.tsx'));
const ColorInput = part(() => import('./color.tsx'));
const AreaInput = part(() => import('./area.tsx'));
const RowsInput = part(() => import('../rows/RowsInput.tsx'));
const VideoInput = part(() => import('./video/VideoInput.tsx'));
const LargeFileInput = part(() => import('./large/LargeFileInput.tsx'));
const RichTextInput = part(() => import('./rich/RichText.tsx'));

/** What may be large is sent in parts. */
const FileInput = (props: InputProps<'file'>): ReactNode =>
  limitsOf(props.field).inParts ? <LargeFileInput {...props} /> : <UploadInput {...props} />;

/** How each kind of field is entered. A kind without an input does not compile. */
const inputs = {
  text: TextInput,
  longText: LongTextInput,
  richText: RichTextInput,
  private: PrivateInput,
  int: NumberInput,
  decimal: NumberInput,
  money: MoneyInput,
  flag: FlagInput,
  color: ColorInput,
  date: DateInput,
  instant: DateInput,
  dict: DictInput,
  dictMany: DictManyInput,
  ref: RefInput,
  refMany: RefManyInput,
  area: AreaInput,
  image: UploadInput,
  images: UploadInput,
  file: FileInput,
  files: UploadInput,
  video: VideoInput,
  audio: UploadInput,
  tags: TagsInput,
  json: JsonInput,
  rows: RowsInput,
} satisfies { readonly [K in StoredKind]: ComponentType<InputProps<K>> };

/** Pixels that an input takes, of those whose code comes after the form: nothing below may move when it is there. */
const rooms: { readonly [K in StoredKind]?: number } = { richText: 226, video: 66, rows: 117 };

/** Kinds that need the whole width of a form. */
const wideKinds: ReadonlySet<StoredKind> = new Set<StoredKind>([
  'longText',
  'richText',
  'images',
  'video',
  'files',
  'json',
  'rows',
  'tags',
]);
export const isWide = (field: StoredField): boolean => wideKinds.has(field.kind);

export interface FieldInputProps extends Omit<InputProps, 'id' | 'value' | 'onChange'> {
  /** Given by the form item around it. */
  readonly id?: string;
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  /** An override's own input. */
  readonly as?: Input | undefined;
}

/** The input of a field, by its kind or the override's own; placed in a form item, which gives it id, value and change. */
export function FieldInput({ id, value, onChange, as, ...rest }: FieldInputProps): ReactNode {
  // The table above pairs each kind with its own input; looking up by the field's kind keeps the pair.
  const Kind = as ?? (inputs[rest.field.kind] as Input);
  return (
    <Suspense
      fallback={<AntInput disabled aria-busy aria-label={rest.label} style={{ height: rooms[rest.field.kind] }} />}
    >
      <Kind {...rest} id={id ?? rest.name} value={value} onChange={onChange ?? (() => {})} />
    </Suspense>
  );
}
