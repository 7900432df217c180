import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { sampleFile } from '../registry/samples.ts';
import { addRole, addUser, password } from '../access/fixture.ts';

/** Changes that wait for a second person: lists that allow or forbid something, and numbers of accounts. */
let t: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'guards', [
    'dictionary.query',
    'dictionary.add',
    'dictionary.edit',
    'dictionary.delete',
    'dictionary.enable',
    'dictionary.guard',
    'changeRequest.query',
    'changeRequest.audit',
  ]);
  await addRole(t, 'deciders', ['changeRequest.query', 'changeRequest.audit']);
  await addRole(t, 'desk', [
    'appuserManager.query',
    'appuserManager.changeMobile',
    'changeRequest.query',
    'changeRequest.audit',
  ]);
  const people = { ann: ['guards'], ben: ['guards'], ops: ['ops'], dora: ['deciders'], eve: ['desk'], finn: ['desk'] };
  for (const [username, roles] of Object.entries(people)) {
    const id = await addUser(t, { username, roles });
    tokens.set(username, await t.login(username, password));
    tokens.set(`${username}.id`, id);
  }
});
afterAll(() => t.stop());

const as = (who: string) => ({ as: tokens.get(who) ?? '' });
const rows = async <Row extends object>(query: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(query, values)).rows;
const entries = '/data/crm/itemCode';
const requests = '/system/crm/changeRequest';
const post = <Data = unknown>(who: string, path: string, body: object) => t.call<Data>('POST', path, body, as(who));
const decide = (who: string, id: string, action: 'approve' | 'refuse', remark = '已核对') =>
  post(who, `${requests}/transition`, { id, action, remark });
const host = (name: string, category = 'OwnHost') => ({
  category,
  categoryDesc: '自有域名',
  code: name.replaceAll('.', '-'),
  name,
  nameEn: name,
  sort: 90,
});
const isHost = async (name: string): Promise<boolean> =>
  (await rows('select 1 from sys_item_code where name = $1 and enabled = 1 and not deleted', name)).length > 0;
const waiting = async (): Promise<string> => {
  const { waiting } = machines['SM-Change'].states;
  const [last] = await rows<{ id: string }>(
    'select max(id)::text as id from sys_change_request where status = $1',
    waiting,
  );
  return last?.id ?? '';
};
const ask = async (who: string, name: string, category?: string): Promise<string> => {
  const answer = await post<{ waiting?: string }>(who, `${entries}/add`, host(name, category));
  expect(answer, JSON.stringify(answer)).toMatchObject({ code: 0, data: { waiting: expect.any(String) } });
  return answer.data.waiting ?? '';
};

describe('lists that allow or forbid something', () => {
  test('operations staff add no host to which tokens of owners are sent', async () => {
    for (const category of ['OwnHost', 'LinkHost', 'SensitiveWord', 'SystemSwitch'])
      expect((await post('ops', `${entries}/add`, host('evil.example.net', category))).code).toBe(1144);
    expect((await post('ops', '/rest/w/itemCode', host('evil.example.net'))).code).toBe(1144);
    const [own] = await rows<{ id: string; rev: number }>(
      "select id::text as id, rev from sys_item_code where category = 'OwnHost' limit 1",
    );
    expect((await post('ops', `${entries}/update`, { ...own, name: 'evil.example.net' })).code).toBe(1144);
    expect(await isHost('evil.example.net')).toBe(false);
    // Other lists are theirs as before.
    const plain = { ...host('topic', 'QaCategory'), categoryDesc: '问答分类' };
    expect((await post('ops', `${entries}/add`, plain)).code).toBe(0);
  });

  test('an entry waits until another holder of the right approves it, as it was asked for', async () => {
    const id = await ask('ann', 'shop.example.com');
    expect(await isHost('shop.example.com')).toBe(false);
    const { data } = await post<{ changes: { fields: object[] }; submitterId: string }>('ben', `${requests}/detail`, {
      id,
    });
    expect(data.submitterId).toBe(tokens.get('ann.id'));
    expect(data.changes.fields).toContainEqual(
      expect.objectContaining({ field: 'name', before: null, after: 'shop.example.com' }),
    );
    // Neither who asked, nor who has no right to such changes.
    expect((await decide('ann', id, 'approve')).code).toBe(5002);
    expect((await decide('dora', id, 'approve')).code).toBe(1146);
    expect(await isHost('shop.example.com')).toBe(false);
    await expect(
      rows(`update sys_change_request set changes = jsonb_set(changes, '{fields,0,after}', '"x"') where id = $1`, id),
    ).rejects.toThrow('does not change');
    expect((await decide('ben', id, 'approve')).code).toBe(0);
    expect(await isHost('shop.example.com')).toBe(true);
    expect((await decide('ben', id, 'approve')).code).toBe(1004);
    const logged = await rows(
      `select entity, action, username from sys_operation_log where entity in ('itemCode', 'changeRequest') order by id desc limit 3`,
    );
    expect(logged).toEqual(
      expect.arrayContaining([
        { entity: 'itemCode', action: 'add', username: 'ben' },
        { entity: 'changeRequest', action: 'approve', username: 'ben' },
      ]),
    );
  });

  test('refused or taken back it has no effect', async () => {
    for (const who of ['ben', 'ann']) {
      const id = await ask('ann', `refused-by-${who}.example.com`);
      expect((await decide(who, id, 'refuse')).code).toBe(0);
      expect((await decide('ben', id, 'approve')).code).toBe(1004);
      expect(await isHost(`refused-by-${who}.example.com`)).toBe(false);
    }
  });

  test('an edit, a switch and a deletion wait as well; what has changed meanwhile is not overwritten', async () => {
    expect((await decide('ben', await ask('ann', 'old.example.com'), 'approve')).code).toBe(0);
    const entry = async () =>
      (
        await rows<{ id: string; rev: number; name: string; enabled: number }>(
          "select id::text as id, rev, name, enabled from sys_item_code where code = 'old-example-com' and not deleted",
        )
      )[0];
    const first = await entry();
    const edited = await post<{ waiting?: string; rev: number }>('ann', `${entries}/update`, {
      id: first?.id,
      rev: first?.rev,
      name: 'new.example.com',
    });
    expect(edited.data).toMatchObject({ rev: first?.rev, waiting: expect.any(String) });
    expect(await entry()).toEqual(first);
    const off = await post<{ changed: number; skipped: { code: number }[] }>('ann', `${entries}/enable`, {
      ids: [first?.id],
      enabled: 0,
    });
    expect(off.data).toMatchObject({ changed: 0, skipped: [{ code: 1143 }] });
    const switching = await waiting();
    expect(await entry()).toEqual(first);
    expect((await decide('ben', edited.data.waiting ?? '', 'approve')).code).toBe(0);
    expect(await entry()).toMatchObject({ name: 'new.example.com', enabled: 1 });
    // Asked for when the entry was another one.
    expect((await decide('ben', switching, 'approve')).code).toBe(1145);
    const gone = await post<{ deleted: number; skipped: { code: number }[] }>('ben', `${entries}/batchDelete`, {
      ids: [first?.id],
    });
    expect(gone.data).toMatchObject({ deleted: 0, skipped: [{ code: 1143 }] });
    expect((await decide('ann', await waiting(), 'approve')).code).toBe(0);
    expect(await entry()).toBeUndefined();
  });
});

describe('another number for an account', () => {
  const path = '/user/crm/appUser';
  let numbers = 0;
  const fresh = (): string => `1580001${String(++numbers).padStart(4, '0')}`;
  const sent = (count: number) =>
    rows<{ body: string; mask: string }>(
      'select body, mobile_mask as mask from sys_sms_outbox order by id desc limit $1',
      count,
    );
  const codeIn = (text: string | undefined): string => /\d{6}/.exec(text ?? '')?.[0] ?? '';
  const forget = () => rows("delete from sys_attempt where kind like 'sms-%'");
  /** Codes of both numbers, or of the new one. */
  async function codes(id: string, newMobile: string, lost = false): Promise<{ oldCode: string; newCode: string }> {
    await forget();
    expect((await post('eve', `${path}/changeMobileCodes`, { id, newMobile, lost })).code).toBe(0);
    const [ofNew, ofOld] = await sent(2);
    return { newCode: codeIn(ofNew?.body), oldCode: lost ? '000000' : codeIn(ofOld?.body) };
  }
  const numberOf = async (id: string): Promise<string | undefined> =>
    (await rows<{ mask: string }>('select mobile_mask as mask from usr_app_user where id = $1', id))[0]?.mask;
  const reason = '车主来电要求更换';

  test('takes no free text for a proof: staff alone take over no account', async () => {
    const [old, next] = [fresh(), fresh()];
    const id = await addAppUser(t, 1, old);
    const taken = await post('eve', `${path}/changeMobile`, { id, newMobile: next, proof: '证件核对', reason });
    expect(taken.code).toBe(1001);
    const guessed = { id, newMobile: next, oldCode: '123456', newCode: '123456', reason };
    expect((await post('eve', `${path}/changeMobile`, guessed)).code).toBe(1110);
    expect(await numberOf(id)).toBe(`${old.slice(0, 3)}****${old.slice(-4)}`);
  });

  test('takes the codes of both numbers, for this number alone; the old one is told, and all devices are signed out', async () => {
    const [old, next, other] = [fresh(), fresh(), fresh()];
    const id = await addAppUser(t, 1, old);
    const [before] = await rows<{ version: number }>(
      'select token_version as version from usr_app_user where id = $1',
      id,
    );
    const { oldCode, newCode } = await codes(id, next);
    // The owner's code was given for one number.
    const stray = await codes(id, other);
    expect(
      (await post('eve', `${path}/changeMobile`, { id, newMobile: other, oldCode, newCode: stray.newCode, reason }))
        .code,
    ).toBe(1110);
    const right = await codes(id, next);
    expect(newCode).not.toBe('');
    const done = await post('eve', `${path}/changeMobile`, { id, newMobile: next, ...right, reason });
    expect(done.code, JSON.stringify(done)).toBe(0);
    expect(await numberOf(id)).toBe(`${next.slice(0, 3)}****${next.slice(-4)}`);
    const [told] = await sent(1);
    expect(told).toMatchObject({
      mask: `${old.slice(0, 3)}****${old.slice(-4)}`,
      body: expect.stringContaining(next.slice(-4)),
    });
    const [after] = await rows<{ version: number }>(
      'select token_version as version from usr_app_user where id = $1',
      id,
    );
    expect(after?.version).toBeGreaterThan(before?.version ?? 0);
    expect((await post('eve', `${path}/changeMobile`, { id, newMobile: next, ...right, reason })).code).toBe(1110);
  });

  test('never says whether a number has an account before both are proven', async () => {
    const [old, registered] = [fresh(), fresh()];
    const id = await addAppUser(t, 1, old);
    await addAppUser(t, 1, registered);
    const answers = [];
    for (const newMobile of [registered, fresh(), old]) {
      await forget();
      const asked = await post('eve', `${path}/changeMobileCodes`, { id, newMobile });
      const guessed = { id, newMobile, oldCode: '123456', newCode: '654321', reason };
      const tried = await post('eve', `${path}/changeMobile`, guessed);
      answers.push([asked.code, asked.message, tried.code, tried.message]);
    }
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    const both = await codes(id, registered);
    const proven = await post('eve', `${path}/changeMobile`, { id, newMobile: registered, ...both, reason });
    expect(proven.code).toBe(5132);
    expect(await numberOf(id)).toBe(`${old.slice(0, 3)}****${old.slice(-4)}`);
  });

  test('takes a picture and someone else where the old number is lost', async () => {
    const [old, next] = [fresh(), fresh()];
    const id = await addAppUser(t, 1, old);
    const picture = await sampleFile(t, 'evidence', tokens.get('eve.id') ?? '');
    const { newCode } = await codes(id, next, true);
    const body = { id, newMobile: next, newCode, reason };
    expect((await post('eve', `${path}/requestMobile`, body)).code).toBe(1001);
    const again = await codes(id, next, true);
    const asked = await post<{ waiting: string }>('eve', `${path}/requestMobile`, {
      ...body,
      newCode: again.newCode,
      idImages: [picture],
    });
    expect(asked.code, JSON.stringify(asked)).toBe(0);
    const { waiting: request } = asked.data;
    expect(await numberOf(id)).toBe(`${old.slice(0, 3)}****${old.slice(-4)}`);
    const mask = `${old.slice(0, 3)}****${old.slice(-4)}`;
    expect((await sent(1))[0]).toMatchObject({ mask, body: expect.stringContaining(next.slice(-4)) });
    expect((await decide('eve', request, 'approve')).code).toBe(5002);
    expect((await decide('ben', request, 'approve')).code).toBe(1146);
    const looked = await post<{ url: string }>('finn', `${requests}/proof`, { id: request, fileId: picture });
    expect(looked.data.url).toContain(picture);
    expect(
      await rows(
        'select 1 from sys_sensitive_access_log where entity = $1 and entity_id = $2',
        'changeRequest',
        request,
      ),
    ).toHaveLength(1);
    expect((await decide('finn', request, 'approve')).code).toBe(0);
    expect(await numberOf(id)).toBe(`${next.slice(0, 3)}****${next.slice(-4)}`);
    await expect.poll(async () => (await sent(1))[0]).toMatchObject({ mask, body: expect.stringContaining('已更换') });
  });

  test('gives no account a number that the fixed code of a demo account opens', async () => {
    const id = await addAppUser(t, 1, fresh());
    const asked = await post('eve', `${path}/changeMobileCodes`, { id, newMobile: '14000001234' });
    expect(asked.code).toBe(1001);
  });
});
