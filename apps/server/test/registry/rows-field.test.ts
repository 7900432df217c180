import { afterAll, describe, expect, test } from 'vitest';
import { workbookOf } from '../import-export/workbook.ts';
import { adminPassword } from '../support/app.ts';
import { base, startSetups } from '../feedback/kit.ts';

// The kind `rows`, by its first user.
const { b, add, detail, wrong } = await startSetups();
afterAll(() => b.stop());

describe('rows of a field', () => {
  const rows = (phoneOffsets: unknown) => wrong({ phoneOffsets });

  test.each([
    [
      'a column out of range',
      [
        { phoneModel: 'A', offset: 3 },
        { phoneModel: 'B', offset: 21 },
      ],
      ['phoneOffsets[1].offset'],
    ],
    ['a missing column', [{ phoneModel: 'A' }], ['phoneOffsets[0].offset']],
    ['a value of another type', [{ phoneModel: 'A', offset: '3' }], ['phoneOffsets[0].offset']],
    ['an unknown column', [{ phoneModel: 'A', offset: 3, gain: 1 }], ['phoneOffsets[0].gain']],
    [
      'a key that stands twice',
      [
        { phoneModel: 'iPhone 15', offset: 3 },
        { phoneModel: ' iphone 15', offset: 4 },
      ],
      ['phoneOffsets[1].phoneModel'],
    ],
    [
      'several at once',
      [
        { phoneModel: '', offset: 30 },
        { phoneModel: 'B', offset: -30 },
      ],
      ['phoneOffsets[0].phoneModel', 'phoneOffsets[0].offset', 'phoneOffsets[1].offset'],
    ],
    ['too many rows', Array.from({ length: 201 }, (_, at) => ({ phoneModel: `M${at}`, offset: 0 })), ['phoneOffsets']],
    ['no rows at all', { phoneModel: 'A', offset: 3 }, ['phoneOffsets']],
    ['rows that are none', [1], ['phoneOffsets']],
  ])('%s is refused by row and column', async (_what, value, fields) => {
    expect(await rows(value)).toEqual({ code: 1001, fields });
  });

  test('are stored in their normal form and order, without what is blank; the message names the row', async () => {
    const { data } = await add({
      phoneOffsets: [
        { phoneModel: ' Mate 60 ', offset: -2 },
        { phoneModel: '', offset: null },
        { phoneModel: 'iPhone 15', offset: 4 },
      ],
    });
    expect((await detail(data.id))['phoneOffsets']).toEqual([
      { phoneModel: 'Mate 60', offset: -2 },
      { phoneModel: 'iPhone 15', offset: 4 },
    ]);
    const { data: refused } = await add({
      phoneOffsets: [
        { phoneModel: 'A', offset: 1 },
        { phoneModel: 'B', offset: 40 },
      ],
    });
    expect(refused.errors?.[0]?.message).toMatch(/^第2行：/);
  });

  test('200 of them are saved; the log has what was removed and added, row by row', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ phoneModel: `M${at}`, offset: (at % 41) - 20 }));
    const { data } = await add({ phoneOffsets: many });
    const { rev } = await detail(data.id);
    await b.ok(`${base}/update`, { id: data.id, rev, phoneOffsets: many.with(7, { phoneModel: 'M7', offset: 20 }) });
    const log = await b.ok<{ list: { changes: { field: string; before: unknown; after: unknown }[] }[] }>(
      '/system/crm/operationLog/ofRecord',
      { entity: 'bluetoothSetup', id: data.id, page: 1, pageSize: 5 },
    );
    const change = log.list[0]?.changes.find(({ field }) => field === 'phoneOffsets');
    expect(change).toMatchObject({
      before: [{ phoneModel: 'M7', offset: -13 }],
      after: [{ phoneModel: 'M7', offset: 20 }],
    });
  });

  test('the database holds lists alone, and no longer ones', async () => {
    const { data } = await add();
    const put = (value: unknown) =>
      b.rows('update veh_bluetooth_setup set phone_offsets = $2::jsonb where id = $1', data.id, JSON.stringify(value));
    await expect(put({ phoneModel: 'A' })).rejects.toThrow(/ck_veh_bluetooth_setup_phone_offsets/);
    await expect(put(Array.from({ length: 201 }, () => ({})))).rejects.toThrow(/ck_veh_bluetooth_setup_phone_offsets/);
  });
});

describe('rows from a workbook', () => {
  const send = async (bytes: Buffer) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'rows.xlsx');
    const request = new Request('http://x/', { method: 'POST', body: form });
    const answer = await b.t.http.inject({
      method: 'POST',
      url: '/common/sheet/cells',
      headers: {
        authorization: `Bearer ${await b.t.login('admin', adminPassword)}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return answer.json<{ code: number; data: { rows: string[][] } }>();
  };

  test('are its cells as texts, for the form to check; what is no workbook is refused', async () => {
    expect(await send(await workbookOf(['手机型号', '补偿(dB)'], [['iPhone 15', 4]]))).toMatchObject({
      code: 0,
      data: {
        rows: [
          ['手机型号', '补偿(dB)'],
          ['iPhone 15', '4'],
        ],
      },
    });
    expect((await send(Buffer.from('phoneModel,offset\n'))).code).toBe(1031);
  });
});
