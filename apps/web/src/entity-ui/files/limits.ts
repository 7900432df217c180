import type { UploadBiz } from '@wheelhouse/contract/calls/kit';
import type { FieldOf } from '@wheelhouse/entities';

export type UploadField = FieldOf<'image' | 'images' | 'file' | 'files' | 'video' | 'audio'>;

/** File name endings by use (D:UploadBiz). The server decides by content; this spares people a useless upload. */
const endingsOf: Readonly<Record<UploadBiz, readonly string[]>> = {
  avatar: ['jpg', 'jpeg', 'png', 'webp'],
  image: ['jpg', 'jpeg', 'png', 'webp'],
  evidence: ['jpg', 'jpeg', 'png', 'webp', 'pdf'],
  video: ['mp4'],
  audio: ['mp3', 'wav'],
  deviceSound: ['bin', 'wav'],
  pdf: ['pdf'],
  apk: ['apk'],
  firmware: ['bin', 'zip', 'hex'],
  import: ['xlsx', 'csv'],
  appLog: ['zip'],
  model: ['glb'],
  themePackage: ['zip'],
  animation: ['gif', 'json'],
};

const imageMb = 5;

export interface UploadLimits {
  readonly biz: UploadBiz;
  /** Empty: any. */
  readonly endings: readonly string[];
  readonly maxMb: number | undefined;
  /** Sent in parts, which survive a break. */
  readonly inParts: boolean;
}

/** A file that may be larger takes so long that connections break meanwhile. */
const inPartsAboveMb = 20;

const bizOfKind: Readonly<Record<UploadField['kind'], UploadBiz>> = {
  image: 'image',
  images: 'image',
  file: 'evidence',
  files: 'evidence',
  video: 'video',
  audio: 'audio',
};

export function limitsOf(field: UploadField): UploadLimits {
  const biz = field.biz ?? bizOfKind[field.kind];
  const isImage = field.kind === 'image' || field.kind === 'images';
  const maxMb = field.maxMb ?? (isImage ? imageMb : undefined);
  return { biz, endings: endingsOf[biz], maxMb, inParts: field.kind === 'file' && (maxMb ?? 0) > inPartsAboveMb };
}

/** What is wrong with a file before it is sent: its type or its size. */
export function refusedBy({ endings, maxMb }: UploadLimits, file: File): 'type' | 'size' | undefined {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (endings.length > 0 && !endings.includes(ending)) return 'type';
  return maxMb !== undefined && file.size > maxMb * 1024 * 1024 ? 'size' : undefined;
}

/** The endings as people read them: `jpeg` goes without saying. */
export const endingsText = (endings: readonly string[]): string => endings.filter((one) => one !== 'jpeg').join(' / ');
