import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { sampleFile, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp } from '../support/app.ts';

export const { splash, home, popup } = codes.AdPosition;
export const audience = codes.AudienceType;
export interface Row {
  id: string;
  rev: number;
  status: number;
  impressions: number;
  clicks: number;
  ctr: number | null;
}
interface Shown {
  id: string;
  imageUrl: string;
}
interface Outcome {
  changed: number;
  skipped: { id: string; code: number; message: string }[];
}
const sizes: Readonly<Record<number, { width: number; height: number }>> = {
  [splash]: { width: 1242, height: 2208 },
  [home]: { width: 702, height: 280 },
  [popup]: { width: 600, height: 800 },
};

/** An installation with advertisements of which none is on, and a user of the app. */
export async function adWorld() {
  const t = await createTestApp();
  const userId = await addAppUser(t);
  const token = await issueAppToken(t.app, userId);

  const pictures = new Map<number, string>();
  const post = <Data = Row>(path: string, body: object) =>
    t.call<Data>('POST', `/ps/crm/advertisement/${path}`, body, { as: 'admin' });
  const shelf = async (ids: readonly string[], to: 0 | 1) => (await post<Outcome>('shelf', { ids, shelf: to })).data;
  const one = async (id: string): Promise<Row> => (await post('detail', { id })).data;
  async function formOf(position: number, more: object = {}): Promise<object> {
    const image = pictures.get(position) ?? (await sampleFile(t, 'image', '1', 'user', sizes[position]));
    pictures.set(position, image);
    const form = await sampleForm(t, entityNamed('advertisement'));
    return {
      ...form,
      position,
      image,
      ...(position === splash && { displaySeconds: 3 }),
      clientOs: null,
      audienceType: audience.all,
      vehicleTypeIds: null,
      ...more,
    };
  }
  async function added(position: number, more: object = {}): Promise<string> {
    const { code, data } = await post('add', await formOf(position, more));
    expect(code).toBe(0);
    return data.id;
  }
  async function on(position: number, more: object = {}): Promise<string> {
    const id = await added(position, more);
    expect(await shelf([id], 1)).toMatchObject({ changed: 1, skipped: [] });
    return id;
  }
  const inApp = async (position: number, more: object = {}, as = token) =>
    (
      await t.call<Shown[]>(
        'GET',
        '/app/v1/ad/list',
        { position: String(position), clientOs: '1', version: '2.0.0', ...more },
        { as },
      )
    ).data;
  const idsInApp = async (...args: Parameters<typeof inApp>) => (await inApp(...args)).map(({ id }) => id);
  return {
    t,
    token,
    userId,
    post,
    shelf,
    one,
    formOf,
    added,
    on,
    inApp,
    idsInApp /** Before each test. */,
    reset: () => t.app.pool.query('update ps_advertisement set status = 0'),
    stop: () => t.stop(),
  };
}
export type AdWorld = Awaited<ReturnType<typeof adWorld>>;
