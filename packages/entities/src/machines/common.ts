/**
 * Lifecycles used by many entities.
 */

import type { Machine } from './types.ts';

// prettier-ignore
export const commonMachines = {
  'SM-Enable': { entities: [], dictionary: 'EnableStatus',
    states: { disabled: 0, enabled: 1 },
    transitions: [
    { from: ['1'], action: 'disable', zh: '停用', en: 'Disable', to: '0', who: '<page>.enable', note: '1006 or page rule' },
    { from: ['0'], action: 'enable', zh: '启用', en: 'Enable', to: '1', who: '<page>.enable', note: 'uniqueness rules of the page' },
  ] },
  'SM-Shelf': { entities: ['VehicleType', 'SoundEffect', 'GuideVideo', 'FunctionIntroduce', 'AppIntroduce', 'Faq', 'Instruction'], dictionary: 'ShelfStatus',
    states: { draft: 0, onShelf: 1, offShelf: 2 },
    transitions: [
    { from: ['0'], action: 'shelfOn', zh: '上架', en: 'Put on shelf', to: '1', who: '<page>.shelf', note: '1001 missing files or fields' },
    { from: ['1'], action: 'shelfOff', zh: '下架', en: 'Take off shelf', to: '2', who: '<page>.shelf', note: 'confirm with the list of live uses' },
    { from: ['2'], action: 'shelfOn', zh: '上架', en: 'Put on shelf', to: '1', who: '<page>.shelf', note: '' },
  ], inUse: { states: ['1'], reason: { zh: '已上架，只能修改排序和文字；其他内容请先下架再改', en: 'On shelf: only the sort order and texts can change. Take it off the shelf to change this.' } } },
} as const satisfies Record<string, Machine>;
