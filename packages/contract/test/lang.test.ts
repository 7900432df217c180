import { describe, expect, test } from 'vitest';
import { listed, listedText, listedWithAnd } from '@wheelhouse/contract/lang';

describe('names one after the other', () => {
  test.each([
    [['甲', '乙', '丙'], '甲、乙、丙', '甲, 乙, 丙', '甲、乙和丙', '甲, 乙 and 丙'],
    [['A', 'B'], 'A、B', 'A, B', 'A和B', 'A and B'],
    [['A'], 'A', 'A', 'A', 'A'],
    [[], '', '', '', ''],
  ])('%j', (names, zh, en, zhSentence, enSentence) => {
    expect([listed(names, 'zh'), listed(names, 'en')]).toEqual([zh, en]);
    expect([listedWithAnd(names, 'zh'), listedWithAnd(names, 'en')]).toEqual([zhSentence, enSentence]);
    expect(listedText(names)).toEqual({ zh, en });
  });

  test('of both languages are each in their own', () => {
    expect(listedText([{ zh: '标题', en: 'Title' }, 'E3'])).toEqual({ zh: '标题、E3', en: 'Title, E3' });
  });
});
