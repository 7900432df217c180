import { fill, type Lang, type Text } from '@wheelhouse/contract';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { fieldError } from '../../../http/errors.ts';
import { storedBytes } from '../../files/service.ts';
import { pngFacts } from './png-facts.ts';
import { refuseField } from '../../../http/field-texts.ts';

export const largestImage = 2 * 1024 * 1024;
/** D:ImageScene of the app's home page, whose picture is larger and lies on a coloured ground. */
const homeScene = 1;
const least = { width: 690, height: 460 } as const;
const leastHome = { width: 1125, height: 900 } as const;

/** What an import or a form says of a picture. */
export const imageTexts = {
  broken: { zh: '文件已损坏', en: 'The file is broken' },
  tooLarge: { zh: '图片不能超过2MB', en: 'The picture is over 2 MB' },
  notPng: { zh: '须为png图片', en: 'Must be a png picture' },
  tooSmall: { zh: '图片为{found}，不能小于{least}', en: '{found} is smaller than {least}' },
  notTransparent: { zh: '首页图须为透明底', en: 'The home picture must be transparent' },
} as const satisfies Record<string, Text>;

/** What is wrong with a picture for its place in the app, in words; undefined when nothing is. */
export function imageProblem(bytes: Buffer | undefined, scene: number, lang: Lang): string | undefined {
  if (!bytes) return imageTexts.tooLarge[lang];
  const facts = pngFacts(bytes);
  if (!facts) return imageTexts.notPng[lang];
  const { width, height } = scene === homeScene ? leastHome : least;
  if (facts.width < width || facts.height < height)
    return fill(imageTexts.tooSmall[lang], { found: `${facts.width}×${facts.height}`, least: `${width}×${height}` });
  return scene === homeScene && !facts.transparent ? imageTexts.notTransparent[lang] : undefined;
}

async function checkImages({ ctx, tx, old, values }: SavingOf<'vehicleImage'>): Promise<void> {
  const scene = Number(values.clientScene ?? old?.clientScene);
  for (const name of ['image', 'darkImage'] as const) {
    const fileId = values[name] ?? old?.[name];
    const changed = values[name] !== undefined || values.clientScene !== undefined;
    if (typeof fileId !== 'string' || !changed) continue;
    const problem = imageProblem(await storedBytes(ctx.app, tx, fileId, largestImage), scene, ctx.lang);
    if (problem !== undefined) throw fieldError(name, problem);
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
