import type { EntityDef } from '@wheelhouse/entities/define';
import type { StoredField } from '@wheelhouse/entities/fields';
import { entityNamed, pathOfCall } from '@wheelhouse/entities/registry';
import { addAppUser } from '../support/app-user.ts';
import type { Uploader } from '../../src/entity/file-uses.ts';
import { type UploadUse, uses } from '../../src/modules/files/kinds.ts';
import { keepFile } from '../../src/modules/files/issue.ts';
import type { TestApp } from '../support/app.ts';
import { pngOf, wavOf } from '../support/media.ts';
import { isSampled, plainValue, special } from './values.ts';

let counter = 0;
const next = () => ++counter;

async function valueOf(app: TestApp, field: StoredField, n: number): Promise<unknown> {
  switch (field.kind) {
    case 'ref':
      return addSample(app, entityNamed(field.to));
    case 'refMany':
      return [await addSample(app, entityNamed(field.to))];
    case 'image':
      return field.required ? sampleFile(app, field.biz ?? 'image', '1', 'user', field.pixels) : undefined;
    case 'audio':
      return field.required ? sampleFile(app, 'audio') : undefined;
    default:
      return plainValue(field, n);
  }
}

/** Gives a vehicle an owner. @returns the owner's id */
export async function bindOwner(t: TestApp, vehicleId: string): Promise<string> {
  const userId = await addAppUser(t);
  await t.app.pool.query(
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 1, 1, now(), 1, 1)`,
    [vehicleId, userId],
  );
  await t.app.pool.query('update veh_vehicle set bind_status = 1, owner_user_id = $2 where id = $1', [
    vehicleId,
    userId,
  ]);
  return userId;
}

/** A file that a user of the console, or of the app, has uploaded for a use: a sound, or a transparent picture large enough for any place. */
export async function sampleFile(
  { app }: TestApp,
  biz: string,
  id = '1',
  type: Uploader['type'] = 'user',
  pixels = { width: 1125, height: 900 },
): Promise<string> {
  if (!isUse(biz)) throw new Error(`no use ${biz}`);
  const isSound = biz === 'audio' || biz === 'deviceSound';
  return keepFile(app, app.db, {
    ...(isSound
      ? { name: 'sample.wav', contentType: 'audio/wav', bytes: wavOf(1) }
      : { name: 'sample.png', contentType: 'image/png', bytes: pngOf(pixels.width, pixels.height) }),
    biz,
    uploader: { type, id },
  });
}

const isUse = (biz: string): biz is UploadUse => Object.hasOwn(uses, biz);

/** What the records that a form points to must be like. */
const prepare: Readonly<Record<string, (app: TestApp, form: Record<string, unknown>) => Promise<void>>> = {
  stolenCase: bindVehicle,
  async unbindApplication(app, form) {
    await bindVehicle(app, form);
    form['proofImages'] = [await sampleFile(app, 'evidence')];
  },
};

async function bindVehicle(app: TestApp, form: Record<string, unknown>): Promise<void> {
  await bindOwner(app, String(form['vehicleId']));
}

/** A valid form of an entity with every writable field that can be filled; another one each time. */
export async function sampleForm(app: TestApp, entity: EntityDef): Promise<Record<string, unknown>> {
  const n = next();
  const form: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (!isSampled(entity, field)) continue;
    const value = await valueOf(app, field, n);
    if (value !== undefined) form[name] = value;
  }
  await prepare[entity.name]?.(app, form);
  for (const [name, value] of Object.entries(special[entity.name]?.(n) ?? {})) {
    if (value === undefined) delete form[name];
    else form[name] = value;
  }
  return form;
}

/** Adds a sample record over HTTP. @returns its id */
export async function addSample(app: TestApp, entity: EntityDef): Promise<string> {
  if (!entity.calls.includes('add')) throw new Error(`${entity.name} cannot be added`);
  const form = await sampleForm(app, entity);
  const answer = await app.call<{ id: string }>('POST', pathOfCall(entity, 'add'), form, { as: 'admin' });
  if (answer.code !== 0) throw new Error(`${entity.name}: ${JSON.stringify(answer.data)} ${answer.message}`);
  return answer.data.id;
}
