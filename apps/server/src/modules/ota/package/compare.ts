import type { ParsedPackage } from '@wheelhouse/contract/calls/ota/versions';
import type { FieldError } from '@wheelhouse/contract/errors';
import { fill, type Text } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { storedReader } from '../../files/service.ts';
import { readApk } from './apk.ts';
import { UnreadablePackage, type PackageFault } from './chunks.ts';

const { published, withdrawn } = machines['SM-AppVersion'].states;

/** What the package is compared with. */
interface Stated {
  readonly versionName: string;
  readonly versionCode: number;
  readonly packageFile: string;
}

const faults = {
  broken: { zh: '不是完整的安装包：文件不完整或已被修改', en: 'Not a complete package: it was cut off or modified' },
  tooLarge: { zh: '不是正常的安装包：文件清单过大', en: 'Not a package of an app: its lists are too large' },
  unnamed: {
    zh: '安装包的AndroidManifest.xml中没有包名、版本号或版本序号',
    en: 'The AndroidManifest.xml of the package names no app, version or build number',
  },
  split: {
    zh: '这是安装包的一部分（拆分APK），手机无法单独安装，请上传完整的安装包',
    en: 'This is a part of a package (a split APK) that phones cannot install by itself. Upload the whole package',
  },
  unsigned: { zh: '安装包未签名，手机无法安装', en: 'The package is not signed: phones cannot install it' },
  codeTooLarge: { zh: '安装包的版本序号过大', en: 'The build number of the package is too large' },
} as const satisfies Record<PackageFault, Text>;

const says = {
  versionName: { zh: '安装包的版本号为{value}', en: 'The package is version {value}' },
  versionCode: { zh: '安装包的版本序号为{value}', en: 'The package has build number {value}' },
  packageFile: {
    zh: '安装包属于{value}，已发布的APP为{known}',
    en: 'The package is of {value}, the published app is {known}',
  },
} as const satisfies Record<keyof Stated, Text>;

/** Name under which the app is installed: phones take a package of another one for another app. */
async function knownName(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select package_name as name from ota_app_version
    where client_os = ${codes.ClientOs.android} and status in (${published}, ${withdrawn}) and package_name is not null and not deleted
    order by version_code desc limit 1`.execute(tx);
  return rows[0]?.name;
}

const mismatch = (errors: readonly FieldError[]): AppError => new AppError(3204, undefined, { errors });

/** Reads an uploaded package. @throws AppError 1017 no such file, 3204 no readable package, under `field` */
export async function parsedPackage(
  { app, lang }: Pick<CallContext, 'app' | 'lang'>,
  db: Db | Tx,
  field: string,
  fileId: string,
): Promise<ParsedPackage & { readonly size: number }> {
  const file = await storedReader(app, db, fileId);
  if (file === undefined) throw new AppError(1017);
  try {
    return { ...(await readApk(file)), size: file.size };
  } catch (error) {
    if (error instanceof UnreadablePackage) throw mismatch([{ field, message: faults[error.fault][lang] }]);
    throw error;
  }
}

/** Reads the package of a version and compares it with what the form says. @throws AppError 3204 with a fault at each field, 1017 */
export async function comparedPackage(
  ctx: Pick<CallContext, 'app' | 'lang'>,
  tx: Tx,
  { packageFile, versionName, versionCode }: Stated,
): Promise<ParsedPackage & { readonly size: number }> {
  const found = await parsedPackage(ctx, tx, 'packageFile', packageFile);
  const known = await knownName(tx);
  const differences = [
    ...(found.versionName === versionName ? [] : [{ field: 'versionName', value: found.versionName } as const]),
    ...(found.versionCode === versionCode ? [] : [{ field: 'versionCode', value: found.versionCode } as const]),
    ...(known === undefined || known === found.packageName
      ? []
      : [{ field: 'packageFile', value: found.packageName, known } as const]),
  ];
  if (differences.length === 0) return found;
  throw mismatch(differences.map(({ field, ...params }) => ({ field, message: fill(says[field][ctx.lang], params) })));
}
