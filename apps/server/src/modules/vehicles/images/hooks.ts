import { codes } from '@wheelhouse/entities/codes';
import type { Text, TextParams } from '@wheelhouse/contract/lang';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { storedBytes } from '../../files/service.ts';
import { pngFacts } from './png-facts.ts';
import { refuseField } from '../../../http/field-texts.ts';

export const largestImage = 2 * 1024 * 1024;
/** The picture of the app's home page is larger and lies on a coloured ground. */
const homeScene = codes.ImageScene.home;
const least = { width: 690, height: 460 } as const;
const leastHome = { width: 1125, height: 900 } as const;

/** Values of a picture from an import or a form. */
export const imageTexts = {
  broken: { zh: '文件已损坏', en: 'The file is broken' },
  tooLarge: { zh: '图片不能超过2MB', en: 'The picture is over 2 MB' },
  notPng: { zh: '须为png图片', en: 'Must be a png picture' },
  tooSmall: { zh: '图片为{found}，不能小于{least}', en: '{found} is smaller than {least}' },
  archive: { zh: '压缩包已损坏或已加密', en: 'The archive is broken or encrypted' },
  unpacked: { zh: '解压后过大，或超过{n}个文件', en: 'Too large when unpacked, or over {n} {n|file|files}' },
  fileName: { zh: '文件名须为 车型编码_颜色_角度_用途.png', en: 'The name must be CODE_COLOR_ANGLE_SCENE.png' },
  noModel: { zh: '没有车型「{code}」', en: 'No model “{code}”' },
  noColor: { zh: '该车型没有颜色「{code}」', en: 'The model has no colour “{code}”' },
  noAngle: { zh: '没有角度「{code}」', en: 'No angle “{code}”' },
  noScene: { zh: '没有用途「{code}」', en: 'No scene “{code}”' },
  notTransparent: { zh: '首页图须为透明底', en: 'The home picture must be transparent' },
} as const satisfies Record<string, Text>;

/** A text and its parameters. */
export interface Problem {
  readonly text: Text;
  readonly params?: TextParams;
}

/** What is wrong with a picture for its place in the app; undefined when nothing is. */
export function imageProblem(bytes: Buffer | undefined, scene: number): Problem | undefined {
  if (!bytes) return { text: imageTexts.tooLarge };
  const facts = pngFacts(bytes);
  if (!facts) return { text: imageTexts.notPng };
  const { width, height } = scene === homeScene ? leastHome : least;
  if (facts.width < width || facts.height < height)
    return {
      text: imageTexts.tooSmall,
      params: { found: `${facts.width}×${facts.height}`, least: `${width}×${height}` },
    };
  return scene === homeScene && !facts.transparent ? { text: imageTexts.notTransparent } : undefined;
}

async function checkImages({ ctx, tx, old, values }: SavingOf<'vehicleImage'>): Promise<void> {
  const scene = Number(values.clientScene ?? old?.clientScene);
  for (const name of ['image', 'darkImage'] as const) {
    const fileId = values[name] ?? old?.[name];
    const changed = values[name] !== undefined || values.clientScene !== undefined;
    if (typeof fileId !== 'string' || !changed) continue;
    const problem = imageProblem(await storedBytes(ctx.app, tx, fileId, largestImage), scene);
    if (problem) throw refuseField(ctx, name, problem.text, problem.params);
  }
  const model = await tx
    .selectFrom('veh_type')
    .select('colors')
    .where('id', '=', String(values.vehicleTypeId ?? old?.vehicleTypeId))
    .executeTakeFirst();
  const color = String(values.color ?? old?.color);
  if (model && !model.colors.includes(color)) throw refuseField(ctx, 'color', 'color');
}

export const imageHooks: HooksOf<'vehicleImage'> = {
  async beforeSave(saving) {
    const { old, values } = saving;
    await checkImages(saving);
    // The app caches images by version: a new picture is a new version.
    if (old && (values.image !== undefined || values.darkImage !== undefined)) values.version = Number(old.version) + 1;
  },
};
