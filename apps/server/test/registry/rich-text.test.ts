import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { richTextTags, unsigned } from '@wheelhouse/entities/rich-text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanHtml } from '../../src/entity/html.ts';
import { hasColumn, snake } from '../../src/entity/storage.ts';
import { addUser } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addSample, sampleFile } from './samples.ts';
import { shownBy } from './shown-by.ts';

/** Every formatted text of the registry: what the editor makes is stored and shown as it is, anything else is not. */
const fields = Object.values(entities)
  .map(plain)
  .flatMap((entity) =>
    entity.calls.includes('update')
      ? Object.entries(entity.fields)
          .filter(([, field]) => field.kind === 'richText' && hasColumn(field))
          .map(([name]) => ({ entity, name, at: `${entity.name}.${name}` }))
      : [],
  );

let t: TestApp;
let adminId: string;
beforeAll(async () => {
  t = await createTestApp();
  const { rows } = await t.app.pool.query<{ id: string }>("select id::text from sys_user where username = 'admin'");
  adminId = rows[0]?.id ?? '';
});
afterAll(() => t.stop());

const link = (href: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer nofollow">link</a>`;

/** All that the editor's tools make. `image` and `video` are ids of uploads. */
const everything = (image: string, video: string): string =>
  [
    '<h2>Heading</h2><h3>Smaller</h3><h4>Smallest</h4>',
    '<p>a &lt;b&gt; &amp; <strong>b</strong><em>i</em><u>u</u><s>s</s><code>c</code><br>next</p><hr>',
    '<blockquote><p>quoted</p></blockquote><pre><code>let a = 1;\n  b &lt; c</code></pre>',
    '<ul><li><p>one</p><ol start="3"><li><p>three</p></li></ol></li></ul>',
    `<p>${link('https://m.example.com/help?a=1&amp;b=2')} ${link('/vehicleManage')} ${link('mailto:help@example.com')} ${link('tel:4000000000')}</p>`,
    '<table><tbody><tr><th colspan="2" rowspan="1"><p>head</p></th></tr>',
    '<tr><td colspan="1" rowspan="1"><p>1</p></td><td colspan="1" rowspan="1"><p>2</p></td></tr></tbody></table>',
    `<img src="/common/file/${image}" alt="a &quot;quote&quot;"><video src="/common/file/${video}" controls=""></video>`,
  ].join('');

async function rowOf(entity: EntityDef, id: string): Promise<Record<string, unknown> & { rev: number }> {
  const { data } = await t.call<Record<string, unknown> & { rev: number }>(
    'POST',
    pathOfCall(entity, 'detail'),
    { id },
    { as: 'admin' },
  );
  return data;
}

interface Refusal {
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}

async function update(entity: EntityDef, id: string, name: string, html: string) {
  const { rev } = await rowOf(entity, id);
  return t.call<Refusal>(
    'POST',
    pathOfCall(entity, 'update'),
    { id, rev, ...shownBy[`${entity.name}.${name}`], [name]: html },
    { as: 'admin' },
  );
}

async function usesOf(entity: EntityDef, id: string, name: string): Promise<string[]> {
  const { rows } = await t.app.pool.query<{ id: string }>(
    'select file_id as id from sys_file_use where table_name = $1 and column_name = $2 and record_id = $3 order by 1',
    [entity.table, snake(name), id],
  );
  return rows.map((row) => row.id);
}

test('there are formatted texts, and the sample has every tag', () => {
  expect(fields.length).toBeGreaterThan(0);
  const tags = [...everything('a', 'b').matchAll(/<([a-z0-9]+)/g)].map(([, tag]) => tag);
  expect(new Set(tags)).toEqual(new Set(Object.keys(richTextTags)));
});

describe.each(fields)('$at', ({ entity, name }) => {
  test('is stored and shown as the editor makes it; its files are the record’s', async () => {
    const id = await addSample(t, entity);
    const [image, video] = [await sampleFile(t, 'image', adminId), await sampleFile(t, 'video', adminId)];
    const html = everything(image, video);
    expect(await update(entity, id, name, html)).toMatchObject({ code: 0 });
    const shown = String((await rowOf(entity, id))[name]);
    expect(unsigned(shown)).toBe(html);
    expect(await usesOf(entity, id, name)).toEqual([image, video].sort());

    // A browser can load what is shown, and what it sends back is the same text.
    const [, address = ''] = /<img src="([^"]*)"/.exec(shown) ?? [];
    const file = await t.http.inject({ method: 'GET', url: address.replaceAll('&amp;', '&') });
    expect(file.statusCode).toBe(200);
    await update(entity, id, name, shown);
    const { rows } = await t.app.pool.query<{ html: string }>(
      `select ${snake(name)} as html from ${entity.table} where id = $1`,
      [id],
    );
    expect(rows[0]?.html).toBe(html);

    expect(await update(entity, id, name, '<p>none of these pictures any more</p>')).toMatchObject({ code: 0 });
    expect(await usesOf(entity, id, name)).toEqual([]);
  });

  const refused = {
    'a link to a host that is not allowed': () => `<p>${link('https://elsewhere.test/x')}</p>`,
    'a picture from elsewhere': () => '<p>x</p><img src="https://elsewhere.test/a.png">',
    'a picture within the text': () => '<p>x</p><img src="data:image/png;base64,AAAA">',
    'a video from elsewhere': () => '<video src="//elsewhere.test/a.mp4"></video>',
    'a picture that nobody sent': () => '<p>x</p><img src="/common/file/no-such-file-at-all-00">',
    'an upload of another': async () =>
      `<img src="/common/file/${await sampleFile(t, 'image', await addUser(t, { username: `rich.${Date.now()}` }))}">`,
    'an upload for another use': async () => `<img src="/common/file/${await sampleFile(t, 'evidence', adminId)}">`,
  };
  test.each(Object.entries(refused))('%s is refused by the name of the field', async (_case, make) => {
    const id = await addSample(t, entity);
    const before = await rowOf(entity, id);
    const answer = await update(entity, id, name, await make());
    expect(answer).toMatchObject({ code: 1001, data: { errors: [{ field: name }] } });
    expect(unsigned(String((await rowOf(entity, id))[name]))).toBe(unsigned(String(before[name])));
  });

  test('a link that is there already stays, though its host is allowed no more', async () => {
    const id = await addSample(t, entity);
    const old = `<p>words before the link ${link('https://old.example.com/')}</p>`;
    await t.app.pool.query(`update ${entity.table} set ${snake(name)} = $1 where id = $2`, [old, id]);
    expect(await update(entity, id, name, `${old}<p>and more words below it</p>`)).toMatchObject({ code: 0 });
    expect((await rowOf(entity, id))[name]).toBe(`${old}<p>and more words below it</p>`);
  });
});

test('words that look like a picture are not signed', async () => {
  const entity = plain(entities.consoleQa);
  const id = await addSample(t, entity);
  const fileId = await sampleFile(t, 'image', await addUser(t, { username: 'rich.words' }));
  const html = `<p>&lt;img src="/common/file/${fileId}"&gt;</p>`;
  expect(await update(entity, id, 'answer', html)).toMatchObject({ code: 0 });
  expect((await rowOf(entity, id))['answer']).toBe(html);
  expect(await usesOf(entity, id, 'answer')).toEqual([]);
});

test.each([
  ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
  ['<p onclick="x()" style="position:fixed" class="y">a</p>', '<p>a</p>'],
  ['<iframe src="https://elsewhere.test">x</iframe><svg><a href="javascript:x">y</a></svg><p>a</p>', '<p>a</p>'],
  ['<a href="javascript:alert(1)">a</a>', '<a target="_blank" rel="noopener noreferrer nofollow">a</a>'],
  ['<b>a</b><i>b</i><strike>c</strike><h1>d</h1>', '<strong>a</strong><em>b</em><s>c</s><h2>d</h2>'],
  ['<img src="https://elsewhere.test/a.png"><video src="data:x"></video><p>a</p>', '<p>a</p>'],
  ['<form><input value="x"><p>a</p></form>', '<p>a</p>'],
  ['<p> &nbsp;<br></p>', ''],
])('%s becomes %s', (given, kept) => {
  expect(cleanHtml(given)).toBe(kept);
  expect(cleanHtml(kept)).toBe(kept);
});
