import { useMemo } from 'react';
import { useLang, type Lang } from '../i18n/lang.ts';
import { createStore, useStore } from '../lib/store.ts';

/** Row of `GET /data/crm/itemCode/pageItemCode`. */
export interface ItemCode {
  readonly category: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly categoryDesc?: string | null;
  readonly parentCode?: string | null;
  readonly alarmErrCode?: string | null;
  readonly color?: string | null;
  readonly sort?: number | null;
  readonly enabled?: number | null;
}

/** A dictionary entry in the current language. */
export interface DictItem {
  readonly code: string;
  readonly name: string;
  readonly color: string | null;
  readonly parentCode: string | null;
  readonly alarmErrCode: string | null;
}

export interface Area {
  /** Six digits, GB/T 2260. */
  readonly id: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly levelType?: number;
  readonly jianPin?: string | null;
  readonly cityCode?: string | null;
  readonly citys?: readonly Area[] | null;
  readonly districts?: readonly Area[] | null;
}

export interface RoleItem {
  readonly roleCode: string;
  readonly roleName: string;
  readonly roleNameEn?: string | null;
}

export interface VehicleTypeItem {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string | null;
}

export interface FaqType {
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly children?: readonly FaqType[] | null;
}

/** Reference data of the boot. What has not arrived, or failed, is empty. */
export interface Reference {
  readonly dictionaries: ReadonlyMap<string, readonly ItemCode[]>;
  /** Provinces with their cities (`citys`), and cities with their districts. */
  readonly provinces: readonly Area[];
  readonly cities: readonly Area[];
  readonly roles: readonly RoleItem[];
  readonly vehicleTypes: readonly VehicleTypeItem[];
  readonly faqTypes: readonly FaqType[];
}

export const referenceStore = createStore<Reference>({
  dictionaries: new Map(),
  provinces: [],
  cities: [],
  roles: [],
  vehicleTypes: [],
  faqTypes: [],
});

export function setReference(part: Partial<Reference>): void {
  referenceStore.set({ ...referenceStore.get(), ...part });
}

export function groupByCategory(items: readonly ItemCode[]): Map<string, ItemCode[]> {
  const groups = new Map<string, ItemCode[]>();
  for (const item of items) {
    const group = groups.get(item.category);
    if (group === undefined) groups.set(item.category, [item]);
    else group.push(item);
  }
  for (const group of groups.values()) group.sort((a, b) => (a.sort ?? 100) - (b.sort ?? 100));
  return groups;
}

/** A bilingual name: English falls back to Chinese. */
export const nameIn = (
  row: { readonly name: string; readonly nameEn?: string | null | undefined },
  lang: Lang,
): string => (lang === 'en' && row.nameEn ? row.nameEn : row.name);

const toItem = (item: ItemCode, lang: Lang): DictItem => ({
  code: item.code,
  name: nameIn(item, lang),
  color: item.color ?? null,
  parentCode: item.parentCode ?? null,
  alarmErrCode: item.alarmErrCode ?? null,
});

/** Entries of a dictionary category in the current language, in their order. Empty while unknown. */
export function useDict(category: string): readonly DictItem[] {
  const lang = useLang();
  const items = useStore(referenceStore).dictionaries.get(category);
  return useMemo(
    () => (items ?? []).filter((item) => item.enabled !== 0).map((item) => toItem(item, lang)),
    [items, lang],
  );
}

/** Looks up entries of any category: `const dict = useDictLookup(); dict('AlarmLevel', row.level)?.name`. */
export function useDictLookup(): (category: string, code: string | number | null | undefined) => DictItem | undefined {
  const lang = useLang();
  const { dictionaries } = useStore(referenceStore);
  return (category, code) => {
    if (code === null || code === undefined) return undefined;
    const item = dictionaries.get(category)?.find((entry) => entry.code === String(code));
    return item === undefined ? undefined : toItem(item, lang);
  };
}

export const useReference = (): Reference => useStore(referenceStore);

/** Province → city → district, as a tree for cascades. */
export function useAreaTree(): readonly Area[] {
  const { provinces, cities } = useStore(referenceStore);
  return useMemo(() => {
    const byId = new Map(cities.map((city) => [city.id, city]));
    return provinces.map((province) => ({
      ...province,
      citys: (province.citys ?? []).map((city) => byId.get(city.id) ?? city),
    }));
  }, [provinces, cities]);
}
