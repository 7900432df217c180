import type { AudienceCount, MessageStatistics, Recipient } from '@wheelhouse/contract/calls/messages/messages';
import { formatInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect } from 'vitest';
import type { PushAdapter } from '../../src/adapters/push/index.ts';
import { keepFile } from '../support/keep-file.ts';
import { activitySource } from '../../src/modules/messages/activity/source.ts';
import { advance, partsOf } from '../../src/modules/messages/broadcast.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { xlsxType } from '../../src/sheet/write.ts';
import { workbookOf } from '../import-export/workbook.ts';
import { sampleFile, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import type { TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

// Campaign messages of tests: written by one person, reviewed by another, sent to users of the app.

const base = '/msg/crm/activityMessage';
export const states = machines['SM-Message'].states;
const minuteMs = 60_000;
const taken: PushAdapter = {
  push: async ({ key }) => key,
  call: async ({ key }) => key,
  receipts: async (ids) => ids.map((providerId) => ({ providerId, time: new Date() })),
};

export const campaignParts = partsOf([activitySource]);

/** So many minutes from now, in a step of five. */
export const inMinutes = (n: number): string =>
  formatInstant(new Date(Math.ceil((Date.now() + n * minuteMs) / (5 * minuteMs)) * 5 * minuteMs));

interface Row {
  readonly title: string;
  readonly status: number;
  readonly targetCount: number;
  readonly sentCount: number;
  readonly readCount: number;
  readonly clickRate: number | null;
}

interface Refusal {
  readonly id: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

interface UserFacts {
  readonly cityId?: string | undefined;
  readonly clientOs?: number | undefined;
  readonly appVersion?: string | undefined;
  readonly mobile?: string | undefined;
}

export async function campaigns(t: TestApp) {
  const author = await signInAs(t, { roles: ['admin'] });
  const reviewer = await signInAs(t, { roles: ['admin'] });
  const post = <T>(call: string, body: object, as = author.token) => t.call<T>('POST', `${base}/${call}`, body, { as });

  const sample = await sampleForm(t, entityNamed('activityMessage'));
  const toCity = { audienceType: 4, cityCodes: ['310100'], vehicleTypeIds: undefined };

  async function draft(values: object = {}, as = author) {
    const coverImage = await sampleFile(t, 'image', as.userId, 'user', { width: 702, height: 320 });
    return post<Refusal>('add', { ...sample, ...toCity, coverImage, channels: ['1'], ...values }, as.token);
  }
  const added = async (values: object = {}): Promise<string> => {
    const { code, data, message } = await draft(values);
    expect({ code, message, data }).toMatchObject({ code: 0 });
    return data.id;
  };
  const move = (id: string, action: string, as: string, more: object = {}) =>
    post('transition', { id, action, ...more }, as);
  const read = async (id: string): Promise<Row> => (await post<Row>('detail', { id })).data;
  const estimate = async (audience: object): Promise<AudienceCount> =>
    (await post<AudienceCount>('estimate', { audience })).data;
  const statistics = async (id: string): Promise<MessageStatistics> =>
    (await post<MessageStatistics>('statistics', { id })).data;
  const recipients = async (id: string, query: object = {}) =>
    (await post<{ list: Recipient[]; total: number }>('recipients', { id, query, pageSize: 200 })).data;

  async function approved(values: object): Promise<string> {
    const id = await added(values);
    expect(await move(id, 'submit', author.token)).toMatchObject({ code: 0 });
    const { title } = await read(id);
    expect(await move(id, 'approve', reviewer.token, { retype: title })).toMatchObject({ code: 0 });
    return id;
  }

  /** Moves everybody to the inboxes; what waits for the morning stays waiting. */
  async function sendAll(id: string): Promise<void> {
    for (let round = 0; round < 100; round++) {
      await advance(t.app, [activitySource]);
      await campaignParts.round(t.app);
      await deliverDue(t.app, taken);
      const { status } = await read(id);
      const { remaining } = await statistics(id);
      if (status < states.sending || remaining > 0) continue;
      await advance(t.app, [activitySource]);
      return;
    }
    throw new Error(`${id} was never sent`);
  }

  /** Moves everybody to the inboxes, and hands nothing to phones. */
  async function intoInboxes(id: string): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await advance(t.app, [activitySource]);
      await campaignParts.round(t.app);
      const { sentCount, targetCount } = await read(id);
      if (targetCount > 0 && sentCount === targetCount) return;
    }
    throw new Error(`${id} is in no inbox`);
  }

  async function owner({ cityId, clientOs, appVersion, mobile }: UserFacts = {}): Promise<string> {
    const id = await addAppUser(t, 1, mobile);
    await t.app.pool.query('update usr_app_user set city_id = $2, client_os = $3, app_version = $4 where id = $1', [
      id,
      cityId ?? null,
      clientOs ?? null,
      appVersion ?? null,
    ]);
    return id;
  }

  async function listOf(numbers: readonly string[], as = author): Promise<string> {
    const bytes = await workbookOf(
      ['手机号'],
      numbers.map((number) => [number]),
    );
    const uploader = { type: 'user', id: as.userId } as const;
    return keepFile(t.app, { name: 'list.xlsx', contentType: xlsxType, bytes, biz: 'import', uploader });
  }

  return {
    author,
    reviewer,
    post,
    draft,
    added,
    move,
    read,
    estimate,
    statistics,
    recipients,
    approved,
    sendAll,
    intoInboxes,
    owner,
    listOf,
  };
}

export type Campaigns = Awaited<ReturnType<typeof campaigns>>;
