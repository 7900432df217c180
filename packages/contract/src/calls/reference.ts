import type { Page } from '../envelope.ts';
import type { Lang } from '../lang.ts';
import type { Call, Nothing } from './kit.ts';

/** An entry of a dictionary as forms and lists need it; what is absent is as usual. */
export interface ItemCode {
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string;
  readonly color?: string;
  readonly parentCode?: string;
  readonly alarmErrCode?: string;
  /** 0: no longer offered, still named. */
  readonly enabled?: 0;
}

export type Dictionary = Readonly<Record<string, readonly ItemCode[]>>;

/** An entry of a dictionary with everything that its page edits. */
export interface DictionaryEntry {
  readonly id: string;
  readonly rev: number;
  readonly category: string;
  readonly categoryDesc: string;
  readonly categoryDescEn: string | null;
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly parentCategory: string | null;
  readonly parentCode: string | null;
  readonly alarmErrCode: string | null;
  readonly deviceType: string | null;
  readonly color: string | null;
  readonly sort: number;
  readonly enabled: number;
  readonly builtIn: number;
  /** 1: it allows or forbids something, and its changes wait for a second person. */
  readonly guarded: number;
}

export interface DictionaryCategory {
  readonly category: string;
  readonly categoryDesc: string;
  readonly categoryDescEn: string | null;
  readonly parentCategory: string | null;
  readonly count: number;
  readonly builtIn: number;
  /** 1: code depends on its codes; entries are renamed, not added. */
  readonly fixed: number;
}

export interface Named {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
}

/** A province with its cities, or a city with its districts. */
export interface Area {
  /** Six digits, GB/T 2260. */
  readonly id: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly levelType?: number;
  readonly jianPin?: string | null;
  readonly cityCode?: string | null;
  readonly parentId?: string;
  /** Degrees, GCJ-02; of cities. */
  readonly lng?: number;
  readonly lat?: number;
  readonly citys?: readonly Area[] | null;
  readonly districts?: readonly Area[] | null;
}

/** The data dictionary and regions. */
export interface ReferenceCalls {
  'GET /data/crm/itemCode/pageItemCode': Call<
    {
      readonly page?: number;
      readonly pageSize?: number;
      readonly category?: string;
      readonly keyword?: string;
    },
    Page<DictionaryEntry>
  >;
  'GET /data/crm/itemCode/dictionary': Call<{ readonly lang?: Lang }, Dictionary>;
  'GET /data/crm/itemCode/getFatherSonType': Call<
    { readonly code: string },
    readonly (Named & { readonly children: readonly Named[] })[]
  >;
  'POST /data/crm/itemCode/categories': Call<Nothing, readonly DictionaryCategory[]>;
  'POST /data/crm/itemCode/refresh': Call<Nothing, { readonly version: string | undefined }>;
  'GET /data/crm/area/getProvinceInfo': Call<Nothing, readonly Area[]>;
  'GET /data/crm/area/getCityAll': Call<Nothing, readonly Area[]>;
  'GET /data/crm/area/getCityByName': Call<{ readonly name: string }, readonly Area[]>;
}
