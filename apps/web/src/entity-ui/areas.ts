import { useMemo } from 'react';
import { nameIn, useAreaTree, type Area } from '../reference/reference.ts';
import { useLang } from '../i18n/lang.ts';

export interface AreaOption {
  readonly value: string;
  readonly label: string;
  /** Initials of the name's pinyin: typing them finds the area. */
  readonly initials: string;
  readonly children?: AreaOption[];
}

const childrenOf = (area: Area): readonly Area[] => area.citys ?? area.districts ?? [];

/** Provinces, cities and districts down to a level, in the current language, for cascades and selects. */
export function useAreaOptions(depth: 1 | 2 | 3): AreaOption[] {
  const lang = useLang();
  const tree = useAreaTree();
  return useMemo(() => {
    const build = (areas: readonly Area[], level: number): AreaOption[] =>
      areas.map((area) => {
        const below = level < depth ? build(childrenOf(area), level + 1) : [];
        return {
          value: area.id,
          label: nameIn(area, lang),
          initials: area.jianPin ?? '',
          ...(below.length > 0 ? { children: below } : {}),
        };
      });
    return build(tree, 1);
  }, [tree, lang, depth]);
}

/** Name of an area by its code; undefined while unknown. */
export function useAreaName(): (id: unknown) => string | undefined {
  const options = useAreaOptions(3);
  const names = useMemo(() => {
    const found = new Map<string, string>();
    const walk = (list: readonly AreaOption[]): void => {
      for (const option of list) {
        found.set(option.value, option.label);
        walk(option.children ?? []);
      }
    };
    walk(options);
    return found;
  }, [options]);
  return (id) => (typeof id === 'string' ? names.get(id) : undefined);
}

/** The codes from the province down to `id`; empty when it is none of the options. */
export function areaPath(options: readonly AreaOption[], id: unknown): string[] {
  for (const option of options) {
    if (option.value === id) return [option.value];
    const below = areaPath(option.children ?? [], id);
    if (below.length > 0) return [option.value, ...below];
  }
  return [];
}
