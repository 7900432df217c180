import { describe, expect, test } from 'vitest';
import { routes } from '@wheelhouse/entities/routes';
import { pinyinAt, readingsOf } from '../src/shell/search/pinyin.ts';

const found = (name: string, typed: string): boolean => pinyinAt(name, typed) !== Number.POSITIVE_INFINITY;

describe('names of pages by pinyin', () => {
  test('every character of a page’s name has a reading', () => {
    const characters = new Set(routes.flatMap(({ zh }) => zh.match(/[\u4e00-\u9fff]/g) ?? []));
    expect([...characters].filter((character) => readingsOf(character).length === 0)).toEqual([]);
  });

  test.each([
    ['车辆管理', 'clgl'],
    ['车辆管理', 'cheliang'],
    ['车辆管理', 'cheliangguanli'],
    ['车辆管理', 'chelgl'],
    ['车辆管理', 'guanli'],
    ['车辆管理', 'chel'],
    ['APP日志记录', 'rzjl'],
    ['SIM卡列表', 'klb'],
    ['远程调试', 'yctiaoshi'],
    ['角色权限', 'jueseqx'],
    ['角色权限', 'jsqx'],
  ])('%s is found by %s', (name, typed) => expect(found(name, typed)).toBe(true));

  test.each([
    ['车辆管理', 'cgl'],
    ['车辆管理', 'c'],
    ['车辆管理', ''],
    ['车辆管理', 'chelianga'],
    ['报警', 'clgl'],
    ['APP', 'app'],
  ])('%s is not found by “%s”', (name, typed) => expect(found(name, typed)).toBe(false));

  test('the beginning of a name counts as nearer than its middle', () => {
    expect(pinyinAt('车辆图片', 'cl')).toBe(0);
    expect(pinyinAt('停复机车辆', 'cl')).toBe(3);
  });
});
