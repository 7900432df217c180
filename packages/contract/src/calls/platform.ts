import type { AreaCount, Summary, TodoItem, Trend } from '../dashboard.ts';
import type { Page } from '../envelope.ts';
import type { Lang } from '../lang.ts';
import type { NoticePage } from '../notice.ts';
import type { FoundGroup } from '../search.ts';
import type { Call, Nothing, Paging, UploadBiz } from './kit.ts';

/** A file that was uploaded. */
export interface StoredFile {
  readonly fileId: string;
  /** Shows it for a short time. */
  readonly url: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  readonly contentType: string;
  /** Pixels of a picture or video, read from its bytes; null: none, or not readable. */
  readonly width: number | null;
  readonly height: number | null;
  /** Of a video. */
  readonly durationMs: number | null;
  /** Of a video: `avc` is H.264. */
  readonly codec: string | null;
}

/** A file that was sent in parts. */
export interface JoinedFile extends StoredFile {
  /** A picture that the server made of a video, where it can. */
  readonly cover?: StoredFile;
}

/** A file that is sent in parts. With the same four values an unfinished upload of the same user goes on. */
export interface UploadStart {
  readonly biz: UploadBiz;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When the file was last changed, milliseconds since 1970. */
  readonly modified: number;
}

export interface UploadState {
  readonly uploadId: string;
  /** Bytes of every part but the last. */
  readonly partBytes: number;
  /** Numbers, from 0, of the parts that are there. */
  readonly parts: readonly number[];
}

export interface FileCalls {
  'POST /data/crm/upload/single': Call<{ readonly biz: UploadBiz }, StoredFile>;
  'POST /data/crm/upload/startParts': Call<UploadStart, UploadState>;
  /** Multipart: the part is the field `file`. */
  'POST /data/crm/upload/part': Call<{ readonly uploadId: string; readonly no: string }, null>;
  'POST /data/crm/upload/joinParts': Call<{ readonly uploadId: string }, JoinedFile>;
  'POST /data/crm/upload/dropParts': Call<{ readonly uploadId: string }, null>;
  'POST /app/v1/upload': Call<{ readonly biz: 'avatar' | 'image' | 'evidence' }, StoredFile>;
  'POST /data/crm/upload/pdfToImage': Call<
    { readonly fileId: string; readonly dpi?: number },
    {
      readonly pages: readonly {
        readonly page: number;
        readonly fileId: string;
        readonly width: number;
        readonly height: number;
        readonly url: string;
      }[];
    }
  >;
  /** Answers the file itself, as the next one does. */
  'GET /common/file/:fileId': Call<{ readonly e: string; readonly s: string }, never>;
  /** Cells of the first sheet of a workbook (multipart field `file`), as texts, row by row. Refused with 1031 or 1008 where it is none. */
  'POST /common/sheet/cells': Call<Nothing, { readonly rows: readonly (readonly string[])[] }>;
  'GET /common/download': Call<{ readonly fileName: string; readonly delete?: 'true' | 'false' }, never>;
}

export interface NoticeCalls {
  'POST /msg/crm/notice/list': Call<Paging & { readonly unread?: boolean }, NoticePage>;
  'POST /msg/crm/notice/read': Call<
    { readonly all: true } | { readonly ids: readonly string[] },
    { readonly read: number }
  >;
}

export interface SearchCalls {
  'POST /search/global': Call<{ readonly keyword: string }, readonly FoundGroup[]>;
  'POST /ref/options': Call<
    {
      readonly entity: string;
      /** Part of the title. */
      readonly keyword?: string;
      /** Titles of these. */
      readonly ids?: readonly string[];
      /** The reference field that asks, `entity.field`. */
      readonly field?: string;
      readonly limit?: number;
      /** Also rows that may not be chosen anew. */
      readonly all?: boolean;
    },
    readonly RefOption[]
  >;
}

/** A record that a reference field may point to. */
export interface RefOption {
  readonly id: string;
  readonly name: string;
  readonly hint?: string | null;
}

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

interface Named {
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
  /** Address of an identity picture of a request, good for a minute; each look is logged. */
  'POST /system/crm/changeRequest/proof': Call<
    { readonly id: string; readonly fileId: string },
    { readonly url: string }
  >;
  'POST /data/crm/itemCode/categories': Call<Nothing, readonly DictionaryCategory[]>;
  'POST /data/crm/itemCode/refresh': Call<Nothing, { readonly version: string | undefined }>;
  'GET /data/crm/area/getProvinceInfo': Call<Nothing, readonly Area[]>;
  'GET /data/crm/area/getCityAll': Call<Nothing, readonly Area[]>;
  'GET /data/crm/area/getCityByName': Call<{ readonly name: string }, readonly Area[]>;
}

/** What maps are drawn from. */
export interface MapConfig {
  readonly amapKey?: string;
  /** Raster tiles, `https://host/{z}/{x}/{y}.png`. */
  readonly tilesUrl?: string;
  readonly center?: readonly [lng: number, lat: number];
  /** For tiles; the bundled map has little to show at such a zoom. */
  readonly zoom?: number;
}

export interface StatisticsCalls {
  'POST /stat/crm/dashboard/summary': Call<Nothing, Summary>;
  'POST /stat/crm/dashboard/trend': Call<{ readonly days?: number }, Trend>;
  'POST /stat/crm/dashboard/map': Call<{ readonly level?: 1 | 2; readonly parentId?: string }, readonly AreaCount[]>;
  'POST /stat/crm/dashboard/todo': Call<Nothing, readonly TodoItem[]>;
  'GET /system/crm/config/map': Call<Nothing, MapConfig>;
}
