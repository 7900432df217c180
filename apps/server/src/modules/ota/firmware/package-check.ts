import { readFirmwareHeader } from '@wheelhouse/contract/firmware';
import type { Lang, Text } from '@wheelhouse/contract/lang';
import type { Tx } from '../../../db/pool.ts';
import { fileDigests } from '../../files/service.ts';
import { refusePackage } from './refusal.ts';

type Speaking = { readonly lang: Lang };

/** What the form says of a package, and its file has to say as well. */
interface Claimed {
  readonly packageType: number;
  readonly deviceType: number;
  readonly partModel: string;
  readonly versionCode: number;
  /** 0 for a full package. */
  readonly baseVersionCode: number;
}

const texts = {
  unread: { zh: '文件不存在或不是升级包', en: 'No such file, or no firmware package' },
  header: { zh: '文件头不是固件包格式', en: 'The file does not begin like a firmware package' },
  length: {
    zh: '文件不完整：应为{want}字节，实为{is}字节',
    en: 'The file is incomplete: {want} {want|byte|bytes} announced, {is} there',
  },
  packageType: { zh: '包类型与文件（{is}）不符', en: 'The file is of another package type ({is})' },
  deviceType: { zh: '部件类型与文件（{is}）不符', en: 'The file is for another part ({is})' },
  partModel: { zh: '部件型号与文件（{is}）不符', en: 'The file is for another part model ({is})' },
  versionCode: { zh: '版本序号与文件（{is}）不符', en: 'The file has a different version code ({is})' },
  baseVersionCode: { zh: '差分基线与文件（{is}）不符', en: 'The file has a different delta base ({is})' },
} as const satisfies Record<string, Text>;

const compared = ['packageType', 'deviceType', 'partModel', 'versionCode', 'baseVersionCode'] as const;

/** What is stored of a package beside its file. */
interface PackageFacts {
  readonly fileSize: number;
  readonly md5: string;
  readonly sha256: string;
  readonly crc32: string;
  readonly crc16: string;
}

const refuse = (ctx: Speaking, text: Text, params?: Record<string, string | number>) =>
  refusePackage(ctx, 3103, 'packageFile', text, params);

/** The facts of an uploaded file, as they were read when it arrived. @throws AppError 3103 */
export async function packageFacts(
  ctx: Speaking,
  tx: Tx,
  fileId: string,
): Promise<PackageFacts & { readonly head: Buffer; readonly name: string }> {
  const found = await fileDigests(tx, fileId);
  if (found === undefined) throw refuse(ctx, texts.unread);
  const { size: fileSize, uploaderId: _uploader, ...facts } = found;
  return { fileSize, ...facts };
}

/** Compares the header of a file with the form. @throws AppError 3103 that says what differs */
export function checkHeader(
  ctx: Speaking,
  { head, fileSize }: { readonly head: Buffer; readonly fileSize: number },
  claimed: Claimed,
): void {
  const header = readFirmwareHeader(head);
  if (header === undefined) throw refuse(ctx, texts.header);
  if (header.fileBytes !== fileSize) throw refuse(ctx, texts.length, { want: header.fileBytes, is: fileSize });
  const other = compared.find((name) => header[name] !== claimed[name]);
  if (other !== undefined) throw refuse(ctx, texts[other], { is: header[other] });
}
