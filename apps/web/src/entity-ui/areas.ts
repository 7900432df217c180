import type { Area } from '@wheelhouse/contract/calls/reference';
import { useMemo } from 'react';
import { get } from '../api/client.ts';
import { onReturn } from '../api/connection.ts';
import { showFailure } from '../api/attempt.ts';
import { useLang } from '../i18n/lang.ts';
import { createStore, useStore } from '../lib/store.ts';
import { nameIn } from '../reference/reference.ts';

interface Areas {
  /** Provinces with their cities, and these with their districts. */
  readonly tree: readonly Area[];
  readonly cities: readonly Area[];
  readonly byId: ReadonlyMap<string, Area>;
}

const areasStore = createStore<Areas>({ tree: [], cities: [], byId: new Map() });
let loading: Promise<void> | undefined;

/** They are the largest of the reference data: fetched when the first of them is to be named or chosen, and again when a lost connection is back. */
function wantAreas(): void {
  loading ??= load().catch((error: unknown) => {
    showFailure(error);
    const stop = onReturn(() => {
      stop();
      loading = undefined;
      wantAreas();
    });
  });
}

async function load(): Promise<void> {
  const [provinces, cities] = await Promise.all([
    get('/data/crm/area/getProvinceInfo'),
    get('/data/crm/area/getCityAll'),
  ]);
  const byId = new Map(cities.map((city) => [city.id, city]));
  const tree = provinces.map((province) => ({
    ...province,
    citys: (province.citys ?? []).map((city) => byId.get(city.id) ?? city),
  }));
  for (const area of [...provinces, ...cities.flatMap((city) => city.districts ?? [])]) byId.set(area.id, area);
  areasStore.set({ tree, cities, byId });
}

function useAreas(): Areas {
  wantAreas();
  return useStore(areasStore);
}

/** All cities; empty until they are there. */
export const useCities = (): readonly Area[] => useAreas().cities;

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
  const { tree } = useAreas();
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
  const lang = useLang();
  const { byId } = useStore(areasStore);
  return (id) => {
    if (typeof id !== 'string' || id === '') return undefined;
    wantAreas();
    const area = byId.get(id);
    return area === undefined ? undefined : nameIn(area, lang);
  };
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
