import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { richTextTags, unsigned } from '../packages/entities/src/rich-text.ts';
import { findings } from './axe.ts';
import { callAsAdmin, expect, hold, test, unique } from './fixtures.ts';
import { walkTo } from './tab.ts';
import { pressOn, typeInto } from './hands.ts';

const picture = join(import.meta.dirname, '../apps/server/src/seed/assets/evidence-id.png');
/** The head of an MP4 file: enough to be taken for one. */
const clip = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(64)]);

interface Editor {
  readonly text: Locator;
  readonly tool: (name: string) => Promise<void>;
  /** What opens below the tools. */
  readonly box: Locator;
}

function editorOf(page: Page, label: string): Editor {
  const text = page.getByRole('dialog').getByRole('textbox', { name: label, exact: true });
  const bar = page.getByRole('toolbar', { name: `${label}的格式工具`, exact: true });
  return {
    text,
    tool: (name) => bar.getByRole('button', { name, exact: true }).click(),
    box: page.locator('.eu-editor').filter({ has: bar }),
  };
}

/** Gives the text a picture, from the clipboard or let go above its first line. */
async function give(text: Locator, how: 'paste' | 'drop', bytes: Buffer): Promise<void> {
  await text.evaluate(
    (element, { how: way, base64 }) => {
      const data = new DataTransfer();
      data.items.add(
        new File([Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))], 'given.png', { type: 'image/png' }),
      );
      const { left, top } = (element.firstElementChild ?? element).getBoundingClientRect();
      const common = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        way === 'paste'
          ? new ClipboardEvent('paste', { ...common, clipboardData: data })
          : new DragEvent('drop', { ...common, dataTransfer: data, clientX: left + 4, clientY: top + 4 }),
      );
    },
    { how, base64: bytes.toString('base64') },
  );
}

/** Pixels that a picture is wide. */
const naturalWidth = (page: Page, src: string): Promise<number> =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image.naturalWidth;
  }, src);

/** Pastes what another page or program has copied. */
async function pasteHtml(text: Locator, html: string): Promise<void> {
  await text.evaluate((element, content) => {
    const data = new DataTransfer();
    data.setData('text/html', content);
    data.setData('text/plain', 'copied');
    element.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }));
  }, html);
}

/** Writes something with every tool, by keys where there are some. */
async function writeEverything(page: Page, { text, tool, box }: Editor): Promise<void> {
  const keys = page.keyboard;
  await text.click();
  await tool('代码块');
  await keys.type('let a = 1 < 2');
  // The third line end leaves the block.
  for (let line = 0; line < 3; line++) await keys.press('Enter');
  for (const level of ['一级标题H1', '二级标题H2', '三级标题H3']) {
    await tool(level);
    await keys.type('heading');
    await keys.press('Enter');
  }
  for (const mark of ['加粗', '斜体', '下划线', '删除线']) {
    await tool(mark);
    await keys.type('words');
    await tool(mark);
  }
  await keys.press('Control+e');
  await keys.type('code');
  await keys.press('Control+e');
  await keys.press('Shift+Enter');
  await tool('链接');
  const address = box.getByRole('textbox', { name: '链接地址' });
  await typeInto(address, 'elsewhere.test/x');
  await pressOn(address, 'Enter');
  await expect(box.getByRole('alert')).toContainText('m.example.com');
  await typeInto(address, 'm.example.com/help?a=1&b=2');
  await pressOn(address, 'Enter');
  await expect(text.getByRole('link')).toHaveAttribute('href', 'https://m.example.com/help?a=1&b=2');
  await expect(text).toBeFocused();
  await keys.press('End');
  for (const block of ['项目列表', '编号列表', '引用']) {
    await keys.press('Enter');
    await tool(block);
    await keys.type(block);
    await keys.press('Enter');
  }
  await keys.press('Enter');
  await tool('分隔线');
  await tool('插入表格');
  await keys.type('cell');
  await box.getByRole('button', { name: '下方插入行' }).click();
  await expect(text.getByRole('row')).toHaveCount(4);
  await keys.press('Control+End');
}

test('what the editor makes is stored, shown and read back as it is', async ({ admin: page, server }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/qa');
  await expect(page.locator('details').first()).toBeVisible();
  const shipped = (): boolean => scripts.some((url) => /\/RichText[-.][^/]*$/.test(url));
  expect(shipped()).toBe(false);
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog');
  const question = `富文本${unique()}`;
  await typeInto(dialog.getByLabel('问题', { exact: true }), question);
  await dialog.getByLabel('分类', { exact: true }).click();
  await page.keyboard.press('Enter');
  const editor = editorOf(page, '答案');
  await writeEverything(page, editor);
  expect(shipped()).toBe(true);
  await give(editor.text, 'paste', await readFile(picture));
  await expect(editor.text.locator('img')).toHaveJSProperty('complete', true);
  await page.keyboard.press('ArrowRight');
  const chooser = page.waitForEvent('filechooser');
  await editor.tool('插入视频');
  await (await chooser).setFiles({ name: 'clip.mp4', mimeType: 'video/mp4', buffer: clip });
  await expect(editor.text.locator('video')).toBeVisible();
  expect(await findings(page, { inside: '.eu-editor' })).toEqual([]);

  const saving = page.waitForRequest('**/system/crm/qa/add');
  await dialog.getByRole('button', { name: '保存' }).click();
  const sent = unsigned(((await saving).postDataJSON() as { answer: string }).answer);
  await expect(dialog).toBeHidden();
  for (const tag of Object.keys(richTextTags)) expect(sent, tag).toMatch(new RegExp(`<${tag}[ >]`));
  const { list } = await callAsAdmin(server, '/system/crm/qa/list', {
    query: { keyword: question },
  });
  const stored = unsigned(list[0]?.answer ?? '');
  const isSame = await page.evaluate(
    ([a = '', b = '']) => {
      const read = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;
      return read(a).isEqualNode(read(b));
    },
    [sent, stored],
  );
  expect(isSame, `${sent}\n${stored}`).toBe(true);

  // Shown to readers, its pictures load; opened again, nothing counts as changed.
  const item = page.locator('details').filter({ hasText: question });
  await item.locator('summary').click();
  await expect(item.locator('img')).toHaveJSProperty('complete', true);
  expect(await item.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  // The dialog is there before the record, and fills.
  const come = await hold(page, '**/system/crm/qa/detail*');
  await item.getByRole('button', { name: '编辑' }).click();
  await expect(dialog.locator('.ant-modal-footer button').last()).toBeDisabled();
  const opened = await dialog.elementHandle();
  const { width } = (await dialog.boundingBox()) ?? {};
  come();
  await expect(editorOf(page, '答案').text.locator('table')).toBeVisible();
  expect(await dialog.evaluate((now, before) => now === before, opened)).toBe(true);
  expect((await dialog.boundingBox())?.width).toBe(width);
  await editorOf(page, '答案').text.locator('h2').click();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
});

test('a picture that is dropped into the text is uploaded, and the characters are counted', async ({ admin: page }) => {
  await page.goto('/qa');
  await page.getByRole('button', { name: '新增' }).click();
  const { text, box } = editorOf(page, '答案');
  await text.click();
  // The two languages stand side by side, for whoever compares them.
  const english = await editorOf(page, '英文答案').box.boundingBox();
  const chinese = await box.boundingBox();
  expect(Math.abs((english?.y ?? 0) - (chinese?.y ?? Number.NaN))).toBeLessThan(2);
  expect(english?.x).toBeGreaterThanOrEqual((chinese?.x ?? 0) + (chinese?.width ?? 0));
  await page.keyboard.type('four');
  await expect(box).toContainText('4字');
  await give(text, 'drop', await readFile(picture));
  await expect(text.locator('img')).toHaveCount(1);
  await expect(text).toContainText('four');
});

test('pictures in pasted text become uploads in their places; those that cannot be had are named', async ({
  admin: page,
}) => {
  await page.goto('/qa');
  await page.getByRole('button', { name: '新增' }).click();
  const { text, box } = editorOf(page, '答案');
  const arrive = await hold(page, '**/data/crm/upload/single*');
  await text.click();
  const own = `data:image/png;base64,${await readFile(picture, 'base64')}`;
  await pasteHtml(
    text,
    `<meta charset="utf-8"><p>first</p><img src="${own}" alt="车架"><p>second</p>
    <img src="http://10.0.0.8/inside/plan.png?x=1"><img src="file:///C:/Temp/clip_image001.png">
    <img src="data:image/svg+xml;base64,PHN2Zy8+" data-waits="x"><p>third</p>`,
  );
  await expect(box.getByRole('alert')).toHaveCount(3);
  await expect(box.getByRole('status')).toContainText('车架.png');
  const alerts = await box.getByRole('alert').allTextContents();
  expect(alerts.toSorted()).toEqual([
    expect.stringContaining('10.0.0.8/…/plan.png10.0.0.8不是公网地址'),
    expect.stringContaining('clip_image001.png这张图片在别的程序里'),
    expect.stringMatching(/^粘贴的图片\d\.svg文件类型不支持/),
  ]);
  // What is chosen when a picture arrives stays as it is, and so does what was typed meanwhile.
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' typed');
  await page.keyboard.press('Shift+Home');
  arrive();
  await expect(text.locator('img')).toHaveJSProperty('naturalWidth', await naturalWidth(page, own));
  await expect(text.locator('img')).toHaveAttribute('alt', '车架');
  expect(
    await text.locator(':scope > *').evaluateAll((all) => all.map((one) => one.textContent || one.nodeName)),
  ).toEqual(['first', 'IMG', 'second', 'third typed']);
  await expect(box.getByRole('status')).toHaveCount(0);
  // Two pictures one after the other: the second does not take the place of the first.
  await page.keyboard.press('Control+End');
  for (let n = 2; n <= 3; n++) {
    await give(text, 'paste', await readFile(picture));
    await expect(text.locator('img')).toHaveCount(n);
  }
});

test('lists of Word are lists, numbered as there, and each of its pictures is named', async ({ admin: page }) => {
  await page.goto('/qa');
  await page.getByRole('button', { name: '新增' }).click();
  const { text, box } = editorOf(page, '答案');
  await text.click();
  const item = (level: number, mark: string, words: string) =>
    `<p class=MsoListParagraphCxSpMiddle style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp; </span></span></span><![endif]><span>${words}</span></p>`;
  const shape = '<!--[if gte vml 1]><v:shape><v:imagedata src="file:///C:/clip_image001.png"/></v:shape><![endif]-->';
  const image = (n: number) => `<![if !vml]><img width=9 src="file:///C:/clip_image00${n}.png"><![endif]>`;
  await pasteHtml(
    text,
    `<p class=MsoNormal>before<span>${shape}${image(1)}</span></p>${item(1, '1.', 'one')}${item(2, 'o', 'inner')}${item(1, '2.', 'two')}
     <p class=MsoNormal>between</p>${item(1, '·', 'dot')}<table><tr><td><p><span>${image(2)}</span>cell</p></td></tr></table>`,
  );
  await expect(text.locator(':scope > ol > li')).toHaveText(['oneinner', 'two']);
  await expect(text.locator(':scope > ol > li > ul > li')).toHaveText(['inner']);
  await expect(text.locator(':scope > ul > li')).toHaveText(['dot']);
  await expect(text.locator('table')).toHaveText('cell');
  await expect(box.getByRole('alert')).toHaveText([/clip_image001\.png/, /clip_image002\.png/]);
});

test('the tools are one stop of the Tab key; arrows go through them, Escape returns to the text', async ({
  admin: page,
}) => {
  await page.goto('/qa');
  await page.getByRole('button', { name: '新增' }).click();
  const { text } = editorOf(page, '答案');
  await text.click();
  await page.keyboard.press('Alt+F10');
  await expect(page.getByRole('button', { name: '加粗' }).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: '斜体' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await page.keyboard.type('slanted');
  await expect(text.locator('em')).toHaveText('slanted');
  await page.keyboard.press('Alt+F10');
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
});

test('a page that was hidden comes back with its text, which can be gone on with', async ({ admin: page }) => {
  const address = '/messageManage/noticeAdd';
  const form = page.locator('[data-route="noticeAdd"]');
  const [title, content] = [form.locator('[id="title"]'), form.locator('[id="content"]')];
  const upload = '**/data/crm/upload/single*';
  await page.goto(address);
  await typeInto(title, '刹车检查');
  await content.click();
  await page.keyboard.type('before');
  await walkTo(page, '/messageManage/noticeManage');
  await expect(page.getByRole('heading', { level: 1, name: '系统公告' })).toBeVisible();
  await walkTo(page, address);
  await expect(title).toHaveValue('刹车检查');
  await expect(content).toHaveText('before');
  await content.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' after');
  await page.getByRole('button', { name: '加粗' }).first().click();
  await page.keyboard.type('!');
  await expect(content.locator('strong')).toHaveText('!');

  // A picture that arrives meanwhile is in the text as well.
  const arrive = await hold(page, upload);
  await give(content, 'paste', await readFile(picture));
  await expect(page.getByText('given.png')).toBeVisible();
  await walkTo(page, '/messageManage/noticeManage');
  await expect(title).toBeHidden();
  const stored = page.waitForResponse(upload);
  arrive();
  await (await stored).finished();
  await walkTo(page, address);
  await expect(content.locator('img')).toHaveCount(1);
  await expect(content).toHaveText('before after!');
});
