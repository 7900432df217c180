import type { DebugFrame } from '@wheelhouse/contract/calls/control';
import { decodeFrame, decodeValues, type FrameField } from '@wheelhouse/contract/device/debug-frame';
import { fieldsOf, frameLabel } from '@wheelhouse/entities/control/debug-schema';
import type { Lang } from '../../../i18n/lang.ts';
import type { LibraryCommand } from './library.ts';
import { isDebugTextKey, type DebugTextKey } from './texts.ts';
import { clockText } from '../clock.ts';

type FrameTexts = (name: DebugTextKey, params?: Readonly<Record<string, string | number>>) => string;

/** Hex in pairs. */
export const spaced = (hex: string): string => hex.replaceAll(/..(?=.)/g, '$& ');

const shown = (value: unknown): string => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value));
const pairs = (values: object): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${shown(value)}`)
    .join('  ');

function noteText(frame: DebugFrame, texts: FrameTexts): string {
  const event = frame.data?.['event'];
  if (event === 'logOn')
    return texts('logStarted', { level: shown(frame.data?.['level']), bytes: shown(frame.data?.['bytes']) });
  if (event === 'logOff') return texts('logStopped');
  return isDebugTextKey(event) ? texts(event) : shown(event);
}

/** A value with its label and unit; of a choice its name. */
function labelled(field: FrameField, value: unknown, lang: Lang): string {
  const choice = field.enum?.find((one) => one.value === value)?.[lang];
  return `${frameLabel(field)[lang]} ${choice ?? shown(value)}${field.unit === undefined ? '' : ` ${field.unit}`}`;
}
const valuesText = (schema: readonly FrameField[], values: Readonly<Record<string, unknown>>, lang: Lang): string =>
  schema
    .filter((field) => values[field.name] !== undefined)
    .map((field) => labelled(field, values[field.name], lang))
    .join(' · ');

/** How frames are read: the library, by command code, and the reader's language. */
export interface FrameReader {
  readonly texts: FrameTexts;
  readonly lang: Lang;
  readonly library: ReadonlyMap<string, LibraryCommand>;
}

function answerText(frame: DebugFrame, { texts, lang, library }: FrameReader, decoded: boolean): string {
  const { st, code, late } = frame.data ?? {};
  const state = `${isDebugTextKey(st) ? texts(st) : shown(st)}${code === undefined ? '' : ` #${shown(code)}`}${late === true ? ` (${texts('late')})` : ''}`;
  if (frame.hex === null) return state;
  if (!decoded) return spaced(frame.hex);
  const command = library.get(frame.cmdCode ?? '');
  if (command === undefined) return `${state} ${spaced(frame.hex)}`;
  const read = decodeFrame(frame.hex, command.opcode);
  if (read === undefined) return `${texts('malformed')} ${spaced(frame.hex)}`;
  const [result = 0, ...rest] = read.body;
  const schema = fieldsOf(command.resultSchema);
  const values = valuesText(schema, decodeValues(schema, Uint8Array.from(rest)), lang);
  return [result === 0 ? texts('resultOk') : `#${result}`, values].filter(Boolean).join(' · ');
}

function requestText(frame: DebugFrame, { lang, library }: FrameReader): string {
  const schema = fieldsOf(library.get(frame.cmdCode ?? '')?.paramSchema);
  return schema.length === 0 ? pairs(frame.data ?? {}) : valuesText(schema, frame.data ?? {}, lang);
}

/** A frame as text, without its time and direction. */
export function frameText(frame: DebugFrame, reader: FrameReader, decoded: boolean): string {
  if (frame.dir === 'note') return noteText(frame, reader.texts);
  if (frame.dir === 'log') {
    const lines = frame.data?.['lines'];
    return Array.isArray(lines) ? lines.join('\n') : '';
  }
  if (frame.dir === 'rx') return answerText(frame, reader, decoded);
  return decoded ? requestText(frame, reader) : spaced(frame.hex ?? '');
}

/** A frame as a line of a saved log: both readings. */
export function frameLine(frame: DebugFrame, reader: FrameReader): string {
  const head =
    `${new Date(frame.time).toISOString()} ${clockText(frame.time)} ${frame.dir.toUpperCase().padEnd(4)} ${frame.cmdCode ?? ''}`.trimEnd();
  const hex = frame.hex === null ? '' : ` | ${spaced(frame.hex)}`;
  return `${head} ${frameText(frame, reader, true).replaceAll('\n', '\n    ')}${hex}`;
}
