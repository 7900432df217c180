import type { ImageImport } from '@wheelhouse/contract/calls/vehicles';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fill } from '@wheelhouse/contract/lang';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { limiter } from '../../../limiter.ts';
import { touched } from '../../../entity/hooks.ts';
import { openArchive, UnreadableFile, type PackedFile } from '../../../sheet/check.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { insertFile, keepBytes } from '../../files/service.ts';
import { imageProblem, imageTexts, largestImage, type Problem } from './hooks.ts';
import { refuseField } from '../../../http/field-texts.ts';

/** Of a zip of 100 MB: PNGs are packed already, so it cannot hold much more than its own size. */
const limits = { entries: 500, total: 220 * 1024 * 1024, ratio: 50 } as const;
const oneAtATime = limiter(1);

interface Model {
  readonly id: string;
  readonly code: string;
  readonly colors: readonly string[];
}

interface Place {
  readonly model: Model;
  readonly color: string;
  readonly angle: number;
  readonly clientScene: number;
}

const codesOf = (category: string): ReadonlySet<string> =>
  new Set<string>(dictionaries.find((one) => one.category === category)?.entries.map((entry) => entry.code));
const [angles, scenes] = [codesOf('ImageAngle'), codesOf('ImageScene')];

/** Which picture a file is, by its name `CODE_COLOR_ANGLE_SCENE.png`; else why it is none. */
function placeOf(name: string, models: ReadonlyMap<string, Model>): Place | Problem {
  const [, code = '', color = '', angle = '', scene = ''] =
    /^([A-Z0-9-]{2,20})_([A-Z]{2,8})_(\d)_(\d)\.png$/i.exec(basename(name)) ?? [];
  if (code === '') return { text: imageTexts.fileName };
  const model = models.get(code.toUpperCase());
  if (!model) return { text: imageTexts.noModel, params: { code } };
  if (!model.colors.includes(color.toUpperCase())) return { text: imageTexts.noColor, params: { code: color } };
  if (!angles.has(angle)) return { text: imageTexts.noAngle, params: { code: angle } };
  if (!scenes.has(scene)) return { text: imageTexts.noScene, params: { code: scene } };
  return { model, color: color.toUpperCase(), angle: Number(angle), clientScene: Number(scene) };
}

/** Shows a picture at its place: in a new row, or as the next version of the existing one. */
async function placeImage(ctx: CallContext, tx: Tx, { model, ...place }: Place, image: string): Promise<void> {
  const there = await tx
    .selectFrom('veh_image')
    .select(['id', 'version', 'image'])
    .where('vehicleTypeId', '=', model.id)
    .where('color', '=', place.color)
    .where('angle', '=', place.angle)
    .where('clientScene', '=', place.clientScene)
    .where('deleted', '=', false)
    .forUpdate()
    .executeTakeFirst();
  const entityId = there
    ? there.id
    : (
        await tx
          .insertInto('veh_image')
          .values({
            ...place,
            vehicleTypeId: model.id,
            image,
            version: 1,
            enabled: 1,
            createBy: ctx.user.id,
            updateBy: ctx.user.id,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
  if (there)
    await tx
      .updateTable('veh_image')
      .set({ ...touched(ctx), image, version: there.version + 1 })
      .where('id', '=', there.id)
      .execute();
  await audit(tx, ctx, {
    action: 'import',
    entity: 'vehicleImage',
    entityId,
    before: there && { image: there.image, version: there.version },
    after: { image, version: (there?.version ?? 0) + 1, vehicleTypeId: model.id, ...place },
  });
}

async function files(ctx: CallContext): Promise<PackedFile[]> {
  const file = ctx.files[0];
  if (!file) throw refuseField(ctx, 'file', 'zip');
  try {
    // Ignores files that operating systems add to archives.
    return openArchive(await readFile(file.path), limits).filter(
      ({ name }) => !/(^|\/)(__MACOSX\/|\.)/.test(name) && basename(name) !== 'Thumbs.db',
    );
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.reason === 'notXlsx' || error.reason === 'oldXls') throw new AppError(1031);
    throw refuseField(ctx, 'file', error.reason === 'tooLarge' ? imageTexts.unpacked : imageTexts.archive, {
      n: limits.entries,
    });
  }
}

/** Pictures of a zip archive into the matrix of models and colours. Those that fit are kept; every other one is reported with its reason. */
export function importImages(ctx: CallContext): Promise<ImageImport> {
  return oneAtATime(async () => {
    const packed = await files(ctx);
    const rows = await ctx.app.db
      .selectFrom('veh_type')
      .select(['id', 'code', 'colors'])
      .where('deleted', '=', false)
      .execute();
    const models = new Map(rows.map((model) => [model.code, model]));
    const errors: { name: string; message: string }[] = [];
    for (const file of packed) {
      const name = file.name.toWellFormed().slice(-120);
      const place = placeOf(file.name, models);
      const refusal = 'text' in place ? place : await keepOne(ctx, place, file);
      if (refusal === undefined) continue;
      errors.push({ name, message: fill(refusal.text[ctx.lang], refusal.params) });
      await withTransaction(ctx.app.db, (tx) =>
        audit(tx, ctx, { action: 'import', entity: 'vehicleImage', entityId: null, after: { name }, code: 1001 }),
      );
    }
    return { total: packed.length, success: packed.length - errors.length, failed: errors.length, errors };
  });
}

async function keepOne(ctx: CallContext, place: Place, file: PackedFile): Promise<Problem | undefined> {
  let bytes: Buffer | undefined;
  try {
    bytes = file.size > largestImage ? undefined : file.read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { text: imageTexts.broken };
  }
  const problem = imageProblem(bytes, place.clientScene);
  if (problem !== undefined || !bytes) return problem;
  const uploader = { type: 'user', id: ctx.user.id } as const;
  const name = basename(file.name);
  const kept = await keepBytes(ctx.app, { name, biz: 'image', contentType: 'image/png', bytes, uploader });
  await withTransaction(ctx.app.db, async (tx) => {
    await insertFile(tx, uploader, kept);
    await placeImage(ctx, tx, place, kept.fileId);
  });
  return undefined;
}
