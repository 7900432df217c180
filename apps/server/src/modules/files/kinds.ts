import { keysOf } from '@wheelhouse/contract/object';
import { open } from 'node:fs/promises';
import type { Text } from '@wheelhouse/contract/lang';

/** Type of a file by its first bytes, never by the declared type. */
interface FileType {
  readonly contentType: string;
  readonly extension: RegExp;
  matches(bytes: Sample): boolean;
}

/** The beginning and the end of a file. */
interface Sample {
  readonly head: Buffer;
  readonly tail: Buffer;
}

const headBytes = 64 * 1024;
const tailBytes = 1024 * 1024;

const starts =
  (...bytes: readonly number[]) =>
  ({ head }: Sample) =>
    bytes.every((byte, i) => head[i] === byte);
const ascii = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);
const riff =
  (form: string) =>
  ({ head }: Sample) =>
    ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === form;
const isZip = starts(0x50, 0x4b, 0x03, 0x04);
const zipWith =
  (...entries: readonly string[]) =>
  (sample: Sample) =>
    isZip(sample) && entries.every((entry) => sample.head.includes(entry) || sample.tail.includes(entry));
/** Markup and scripts that a browser or shell might run, in a kind of file that has no signature of its own. */
const isMarkup = ({ head }: Sample) => /^\s*(<|#!)/.test(ascii(head, head[0] === 0xef ? 3 : 0, 512));
const isText = ({ head }: Sample) => !head.subarray(0, 4096).includes(0);

const types = {
  jpg: { contentType: 'image/jpeg', extension: /\.jpe?g$/i, matches: starts(0xff, 0xd8, 0xff) },
  png: {
    contentType: 'image/png',
    extension: /\.png$/i,
    matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  },
  webp: { contentType: 'image/webp', extension: /\.webp$/i, matches: riff('WEBP') },
  gif: { contentType: 'image/gif', extension: /\.gif$/i, matches: ({ head }) => /^GIF8[79]a$/.test(ascii(head, 0, 6)) },
  // A Lottie animation; whoever shows it parses it.
  json: {
    contentType: 'application/json',
    extension: /\.json$/i,
    matches: (sample) => isText(sample) && /^(\xef\xbb\xbf)?\s*\{/.test(ascii(sample.head, 0, 512)),
  },
  mp4: {
    contentType: 'video/mp4',
    extension: /\.(mp4|m4v)$/i,
    matches: ({ head }) =>
      ascii(head, 4, 8) === 'ftyp' && /^(isom|iso\d|mp4\d|avc1|dash|MSNV|M4V )/.test(ascii(head, 8, 12)),
  },
  mp3: {
    contentType: 'audio/mpeg',
    extension: /\.mp3$/i,
    matches: ({ head }) => ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
  },
  wav: { contentType: 'audio/wav', extension: /\.wav$/i, matches: riff('WAVE') },
  pdf: { contentType: 'application/pdf', extension: /\.pdf$/i, matches: ({ head }) => ascii(head, 0, 5) === '%PDF-' },
  apk: {
    contentType: 'application/vnd.android.package-archive',
    extension: /\.apk$/i,
    matches: zipWith('AndroidManifest.xml'),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: /\.xlsx$/i,
    matches: zipWith('[Content_Types].xml', 'xl/workbook.xml'),
  },
  // No byte of it says what it is: text, and nothing that a browser or shell would run.
  csv: {
    contentType: 'text/csv',
    extension: /\.csv$/i,
    matches: (sample) => isText(sample) && !isMarkup(sample),
  },
  zip: { contentType: 'application/zip', extension: /\.zip$/i, matches: isZip },
  usdz: { contentType: 'model/vnd.usdz+zip', extension: /\.usdz$/i, matches: isZip },
  glb: { contentType: 'model/gltf-binary', extension: /\.glb$/i, matches: ({ head }) => ascii(head, 0, 4) === 'glTF' },
  hex: {
    contentType: 'application/octet-stream',
    extension: /\.hex$/i,
    matches: (sample) => isText(sample) && /^:[0-9A-Fa-f]{10,}/.test(ascii(sample.head, 0, 64)),
  },
  bin: { contentType: 'application/octet-stream', extension: /\.bin$/i, matches: (sample) => !isMarkup(sample) },
} as const satisfies Record<string, FileType>;
type TypeName = keyof typeof types;

/** Daily upload limits of one user. */
export interface Daily {
  readonly files: number;
  readonly mb: number;
}

interface Use {
  /** Types it takes, each with its largest size in MB. */
  readonly types: Readonly<Partial<Record<TypeName, number>>>;
  /** Within UPLOAD_DAILY_MB and UPLOAD_DAILY_FILES, which hold for all uses together. */
  readonly daily: Daily;
}

/**
 * Uses of uploads (D:UploadBiz): what is taken, up to what size, and how much of it on a day.
 * @for a use of uploads with types and sizes of its own: `UploadBiz` (`contract/calls/kit.ts`), an entry of D:UploadBiz, one here, and the types that
 * the console offers (`entity-ui/files/limits.ts`)
 */
export const uses = {
  avatar: { types: { jpg: 2, png: 2 }, daily: { files: 20, mb: 40 } },
  image: { types: { jpg: 5, png: 5, webp: 5 }, daily: { files: 1000, mb: 500 } },
  video: { types: { mp4: 200 }, daily: { files: 20, mb: 1000 } },
  audio: { types: { mp3: 5, wav: 5 }, daily: { files: 200, mb: 200 } },
  deviceSound: { types: { bin: 0.5, wav: 0.5 }, daily: { files: 200, mb: 50 } },
  pdf: { types: { pdf: 50 }, daily: { files: 50, mb: 500 } },
  apk: { types: { apk: 300 }, daily: { files: 5, mb: 1000 } },
  firmware: { types: { bin: 64, zip: 64, hex: 64 }, daily: { files: 50, mb: 500 } },
  import: { types: { xlsx: 20, csv: 20, zip: 100 }, daily: { files: 100, mb: 500 } },
  evidence: { types: { jpg: 5, png: 5, webp: 5, pdf: 20, mp4: 50 }, daily: { files: 300, mb: 500 } },
  appLog: { types: { zip: 20 }, daily: { files: 20, mb: 200 } },
  model: { types: { glb: 20, usdz: 20 }, daily: { files: 50, mb: 300 } },
  themePackage: { types: { zip: 20 }, daily: { files: 50, mb: 300 } },
  animation: { types: { gif: 1, json: 1 }, daily: { files: 50, mb: 50 } },
} as const satisfies Record<string, Use>;
export type UploadUse = keyof typeof uses;
export const useNames = Object.keys(uses) as [UploadUse, ...UploadUse[]];

export const mebibyte = 1024 * 1024;
/** Bytes of the largest file that a use takes. */
export const largestOf = (use: UploadUse): number => Math.max(...Object.values(uses[use].types)) * mebibyte;
export const largestUpload = Math.max(...useNames.map(largestOf));

export const uploadTexts = {
  file: { zh: '请选择文件', en: 'Choose a file' },
  empty: { zh: '文件是空的', en: 'The file is empty' },
  part: { zh: '分片大小不正确', en: 'The part has the wrong size' },
  parts: { zh: '还有分片未上传', en: 'Parts of the file are still missing' },
} as const satisfies Record<string, Text>;

/** A file kind that may be uploaded: the content type sent to browsers, and its limit in bytes. */
export interface Accepted {
  readonly contentType: string;
  readonly maxMb: number;
}

const typesOf = (use: UploadUse): Use['types'] => uses[use].types;

const typeByName = (use: UploadUse, fileName: string): TypeName | undefined =>
  keysOf(typesOf(use)).find((name) => types[name].extension.test(fileName));

/** MB that a file of this name may have for a use; undefined: the use takes none of the kind. */
export function mbByName(use: UploadUse, fileName: string): number | undefined {
  const taken = typesOf(use);
  const named = typeByName(use, fileName);
  return named && taken[named];
}

/** The type of an uploaded file if its use takes it: name and bytes must agree. */
export async function acceptedAs(
  use: UploadUse,
  path: string,
  fileName: string,
  size: number,
): Promise<Accepted | undefined> {
  const taken = typesOf(use);
  const named = typeByName(use, fileName);
  if (named === undefined) return undefined;
  const sample = await sampleOf(path, size);
  return types[named].matches(sample) ? { contentType: types[named].contentType, maxMb: taken[named] ?? 0 } : undefined;
}

/** What bytes in memory are, of the kinds that a use takes, and the ending of their file's name. */
export function typeOfBytes(use: UploadUse, bytes: Buffer): { contentType: string; ending: string } | undefined {
  const sample = { head: bytes.subarray(0, headBytes), tail: bytes.subarray(-tailBytes) };
  const ending = keysOf(typesOf(use)).find((name) => types[name].matches(sample));
  return ending && { contentType: types[ending].contentType, ending };
}

async function sampleOf(path: string, size: number): Promise<Sample> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(Math.min(headBytes, size));
    await file.read(head, 0, head.length, 0);
    const tail = Buffer.alloc(Math.min(tailBytes, size));
    await file.read(tail, 0, tail.length, size - tail.length);
    return { head, tail };
  } finally {
    await file.close();
  }
}
