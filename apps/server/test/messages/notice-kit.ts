import { formatInstant } from '@wheelhouse/contract/time';
import type { MessageStatistics } from '@wheelhouse/contract/calls/messages/messages';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect } from 'vitest';
import type { PushAdapter } from '../../src/adapters/push/index.ts';
import { advance, partsOf } from '../../src/modules/messages/broadcast.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { systemSource } from '../../src/modules/messages/system/source.ts';
import { sampleForm } from '../registry/samples.ts';
import { createTestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

export const base = '/msg/crm/systemMessage';
export const states = machines['SM-Message'].states;
export const sources = [systemSource];
export const parts = partsOf(sources);
export const taken: PushAdapter = {
  push: async ({ key }) => key,
  call: async ({ key }) => key,
  receipts: async (ids) => ids.map((providerId) => ({ providerId, time: new Date() })),
};
type Person = Awaited<ReturnType<typeof signInAs>>;
export const tokenOf = (person: Person | undefined) => person?.token ?? '';
export const minuteMs = 60_000;
/** So many minutes from now, in a step of five. */
export const inMinutes = (n: number): string =>
  formatInstant(new Date(Math.ceil((Date.now() + n * minuteMs) / (5 * minuteMs)) * 5 * minuteMs));
interface Row {
  readonly title: string;
  readonly status: number;
  readonly targetCount: number;
  readonly readCount: number;
  readonly submitterId: string;
  readonly auditorId: string | null;
  readonly auditRemark: string | null;
}

/** An installation without notices, with an author and a reviewer. */
export async function noticeWorld() {
  const t = await createTestApp();
  const [author, reviewer] = [await signInAs(t, { roles: ['admin'] }), await signInAs(t, { roles: ['admin'] })];

  async function draft(values: object = {}, as = tokenOf(author)) {
    const form = { ...(await sampleForm(t, entityNamed('systemMessage'))), ...values };
    return t.call<{ id: string; errors?: { field: string }[] }>('POST', `${base}/add`, form, { as });
  }
  const added = async (values: object = {}): Promise<string> => (await draft(values)).data.id;
  const move = (id: string, action: string, as: string, more: object = {}) =>
    t.call('POST', `${base}/transition`, { id, action, ...more }, { as });
  const read = async (id: string): Promise<Row> =>
    (await t.call<Row>('POST', `${base}/detail`, { id }, { as: tokenOf(author) })).data;
  async function approved(values: object = {}): Promise<string> {
    const id = await added(values);
    const { title: retype } = await read(id);
    expect(await move(id, 'submit', tokenOf(author))).toMatchObject({ code: 0 });
    expect(await move(id, 'approve', tokenOf(reviewer), { retype })).toMatchObject({ code: 0 });
    return id;
  }
  /** Goes on until nothing is left to do. */
  async function sendAll(id: string): Promise<void> {
    for (let round = 0; round < 200; round++) {
      await advance(t.app, sources);
      await parts.round(t.app);
      await deliverDue(t.app, taken);
      if ((await read(id)).status === states.sent) return;
    }
    throw new Error(`${id} was never sent`);
  }
  const statistics = async (id: string): Promise<MessageStatistics> =>
    (await t.call<MessageStatistics>('POST', `${base}/statistics`, { id }, { as: tokenOf(author) })).data;
  return {
    t,
    author,
    reviewer,
    draft,
    added,
    move,
    read,
    approved,
    sendAll,
    statistics,
    /** Before each test. */
    reset: () => t.app.pool.query('update msg_system set deleted = true'),
    stop: () => t.stop(),
  };
}
export type NoticeWorld = Awaited<ReturnType<typeof noticeWorld>>;
