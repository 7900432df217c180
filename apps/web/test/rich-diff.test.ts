import { expect, test } from 'vitest';
import { richChanges, wordChanges } from '../src/entity-ui/detail/rich-diff.ts';

const pieces = (before: string, after: string): string =>
  wordChanges(before, after)
    .map(({ text, side }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[side])
    .join('');

test('Chinese is compared by words, not by sentences or by characters', () => {
  expect(pieces('请在充电前检查电池温度', '请在骑行前检查电池电量')).toBe('请在-充电-+骑行+前检查电池-温度-+电量+');
  expect(pieces('Charge the battery', 'Check the battery')).toBe('-Charge-+Check+ the battery');
  expect(pieces('', '新的')).toBe('+新的+');
});

test('formatted texts are compared by paragraphs, entries, cells, pictures and their words', () => {
  const before =
    '<h2>充电</h2><p>先关闭电源。</p><ul><li><p>一</p></li><li><p>二</p></li></ul><table><tbody><tr><td><p>电压</p></td></tr></tbody></table><p><img src="/common/file/aaaaaaaaaaaaaaaaaaaaaa?sig=1"></p>';
  const after =
    '<h2>充电</h2><p>先打开电源。</p><ul><li><p>一</p></li></ul><table><tbody><tr><td><p>电流</p></td></tr></tbody></table><p><img src="/common/file/bbbbbbbbbbbbbbbbbbbbbb?sig=2"></p>';
  const found = richChanges(before, after);
  const texts = found.flatMap((one) =>
    one.kind === 'words'
      ? [one.pieces.filter(({ side }) => side !== 'same').map(({ text, side }) => [side, text])]
      : [],
  );
  expect(texts).toEqual([
    [
      ['removed', '关闭'],
      ['added', '打开'],
    ],
    expect.arrayContaining([['removed', '二']]),
    expect.arrayContaining([['added', '电流']]),
  ]);
  expect(found.filter(({ kind }) => kind === 'media')).toMatchObject([
    { side: 'removed', tag: 'img' },
    { side: 'added', tag: 'img' },
  ]);
});

test('another signature of an address is no change, another format is one', () => {
  const picture = (sign: string) => `<p>图</p><p><img src="/common/file/aaaaaaaaaaaaaaaaaaaaaa?sig=${sign}"></p>`;
  expect(richChanges(picture('1'), picture('2'))).toEqual([]);
  expect(richChanges('<p>重要</p>', '<p><strong>重要</strong></p>')).toEqual([{ kind: 'format', text: '重要' }]);
  expect(richChanges('<p>A &amp; B</p>', '<p>A &amp; C</p>')).toMatchObject([{ kind: 'words' }]);
});

test('long texts are compared in no more than 300 ms', () => {
  const paragraph = (n: number): string =>
    `<p>第${n}段：请在骑行前检查轮胎气压和刹车，${'续航与温度有关。'.repeat(10)}</p>`;
  const text = (odd: string): string =>
    Array.from({ length: 1_000 }, (_, n) => (n % 50 === 0 ? `<p>${odd}${n}</p>` : paragraph(n))).join('');
  const [before, after] = [text('原来的第'), text('现在的第')];
  expect(before.length).toBeGreaterThan(100_000);
  richChanges(before, after);
  // Its own time: other processes may have the machine meanwhile.
  const begun = process.threadCpuUsage();
  expect(richChanges(before, after)).toHaveLength(20);
  const { user, system } = process.threadCpuUsage(begun);
  expect((user + system) / 1_000).toBeLessThan(300);
});
