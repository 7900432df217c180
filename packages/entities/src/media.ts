import { fill, type Lang } from '@wheelhouse/contract/lang';
import type { FileField, FilesField, Shape, VideoField } from './fields.ts';
import { validationTexts } from './validation-texts.ts';

/** What was read from the bytes of an upload; null: it has none, or none that can be read. Undefined is not known yet. */
export interface UploadFacts {
  /** Bytes. */
  readonly size: number;
  readonly width?: number | null;
  readonly height?: number | null;
  readonly durationMs?: number | null;
  readonly codec?: string | null;
}

const mebibyte = 1024 * 1024;
/** Programs round the sides of a picture to even numbers. */
const tolerance = 0.02;
const h264 = 'avc';
/** Names that people know codecs by. */
const codecNames: Readonly<Record<string, string>> = { hevc: 'H.265', vp9: 'VP9', vp8: 'VP8', av1: 'AV1' };

function hasShape(width: number, height: number, shape: Shape): boolean {
  const [across, down] = shape.split(':').map(Number) as [number, number];
  return Math.abs((width * down) / (height * across) - 1) <= tolerance;
}

/** What is wrong with the picture of an upload. */
function pictureFault(field: FileField | FilesField | VideoField, facts: UploadFacts, lang: Lang) {
  const { width, height } = facts;
  if (width === undefined || height === undefined || !(field.pixels || field.shapes)) return undefined;
  if (width === null || height === null) return validationTexts.unreadable[lang];
  const found = `${width}×${height}`;
  const { pixels, shapes } = field;
  if (pixels && (pixels.width !== width || pixels.height !== height))
    return fill(validationTexts.pixels[lang], { ...pixels, found });
  if (shapes && !shapes.some((shape) => hasShape(width, height, shape)))
    return fill(validationTexts.shape[lang], { shapes: shapes.join(' / '), found });
  return undefined;
}

/** What is wrong with an upload as a video. */
function videoFault({ seconds }: VideoField, { durationMs, codec }: UploadFacts, lang: Lang) {
  if (codec === null) return validationTexts.video[lang];
  if (codec !== undefined && codec !== h264)
    return fill(validationTexts.codec[lang], { found: codecNames[codec] ?? codec });
  if (!seconds || durationMs === undefined || durationMs === null) return undefined;
  const [min, max] = seconds;
  const found = Math.round(durationMs / 100) / 10;
  return found < min || found > max ? fill(validationTexts.seconds[lang], { min, max, found }) : undefined;
}

/** What is wrong with an upload for a field, in words; undefined when nothing is. The server asks with what it has read from the bytes. */
export function uploadFault(
  field: FileField | FilesField | VideoField,
  label: string,
  facts: UploadFacts,
  lang: Lang,
): string | undefined {
  const fault =
    field.maxMb !== undefined && facts.size > field.maxMb * mebibyte
      ? fill(validationTexts.tooLarge[lang], { n: field.maxMb })
      : ((field.kind === 'video' ? videoFault(field, facts, lang) : undefined) ?? pictureFault(field, facts, lang));
  return fault && fill(fault, { label });
}
