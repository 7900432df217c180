import { describe, expect, test } from 'vitest';
import { filterTree, pathTo, rowsOf, stepOf, typedTo, type TreeItem } from '../src/ui/tree/model.ts';

const item = (key: string, rest: Partial<TreeItem> = {}): TreeItem => ({ key, name: key, ...rest });
const items = [
  item('alarms', { children: [item('rules', { beside: [item('add'), item('edit')] }), item('logs')] }),
  item('vehicles', { children: [item('list', { children: [item('model')] })] }),
  item('about', { texts: ['About', 'version'] }),
];

const walk = (open: readonly string[]) => {
  const isOpen = ({ key }: TreeItem): boolean => open.includes(key);
  const rows = rowsOf(items, isOpen);
  const at = (key: string): number => rows.findIndex((row) => row.item.key === key);
  return {
    keys: rows.map((row) => row.item.key),
    step: (key: string, press: string) => stepOf(rows, at(key), press, isOpen),
    at,
    rows,
  };
};

describe('a tree', () => {
  test('shows what is open, and always what stands beside', () => {
    expect(walk([]).keys).toEqual(['alarms', 'vehicles', 'about']);
    expect(walk(['alarms', 'list']).keys).toEqual(['alarms', 'rules', 'add', 'edit', 'logs', 'vehicles', 'about']);
  });

  test('goes by keys through what is in sight', () => {
    const { step } = walk(['alarms']);
    expect(step('alarms', 'ArrowDown')).toEqual({ go: 'rules' });
    expect(step('alarms', 'ArrowUp')).toBeUndefined();
    expect(step('logs', 'ArrowDown')).toEqual({ go: 'vehicles' });
    expect(step('about', 'Home')).toEqual({ go: 'alarms' });
    expect(step('alarms', 'End')).toEqual({ go: 'about' });
  });

  test('opens to the right, closes to the left, then goes in and out', () => {
    const { step } = walk(['alarms']);
    expect(step('vehicles', 'ArrowRight')).toEqual({ fold: 'vehicles' });
    expect(step('alarms', 'ArrowRight')).toEqual({ go: 'rules' });
    expect(step('rules', 'ArrowRight')).toEqual({ go: 'add' });
    expect(step('about', 'ArrowRight')).toBeUndefined();
    expect(step('alarms', 'ArrowLeft')).toEqual({ fold: 'alarms' });
    expect(step('edit', 'ArrowLeft')).toEqual({ go: 'rules' });
    expect(step('vehicles', 'ArrowLeft')).toBeUndefined();
  });

  test('is typed through: a letter goes on to the next, more letters stay', () => {
    const { rows, at } = walk(['alarms']);
    expect(typedTo(rows, at('alarms'), 'a')).toBe('add');
    expect(typedTo(rows, at('add'), 'a')).toBe('about');
    expect(typedTo(rows, at('about'), 'a')).toBe('alarms');
    expect(typedTo(rows, at('about'), 'ab')).toBe('about');
    expect(typedTo(rows, at('vehicles'), 've')).toBe('vehicles');
    expect(typedTo(rows, at('vehicles'), 'ver')).toBe('about');
    expect(typedTo(rows, at('about'), 'x')).toBeUndefined();
  });

  test('is searched with what is above and below, by texts of its own', () => {
    const found = filterTree(items, 'add');
    expect(rowsOf(found, () => true).map((row) => row.item.key)).toEqual(['alarms', 'rules', 'add']);
    expect(rowsOf(filterTree(items, 'list'), () => true).map((row) => row.item.key)).toEqual([
      'vehicles',
      'list',
      'model',
    ]);
    expect(filterTree(items, 'version').map(({ key }) => key)).toEqual(['about']);
    expect(filterTree(items, 'nowhere')).toEqual([]);
  });

  test('knows the way to an item', () => {
    expect(pathTo(items, 'model')).toEqual(['vehicles', 'list']);
    expect(pathTo(items, 'edit')).toEqual(['alarms', 'rules']);
    expect(pathTo(items, 'about')).toEqual([]);
    expect(pathTo(items, undefined)).toEqual([]);
  });
});
