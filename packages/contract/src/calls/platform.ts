import type { AreaCount, Summary, TodoItem, Trend } from '../dashboard.ts';
import type { Page } from '../envelope.ts';
import type { NoticePage } from '../notice.ts';
import type { FoundGroup } from '../search.ts';
import type { Call, Flag, Nothing, Paging, UploadBiz } from './kit.ts';

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
  'POST /data/crm/upload/joinParts': Call<{ readonly uploadId: string }, StoredFile>;
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
  'GET /data/crm/itemCode/dictionary': Call<Nothing, Dictionary>;
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

export interface OwnedVehicle {
  readonly id: string;
  readonly vehicleId: string;
  readonly vin: string | null;
  readonly vehicleTypeName: string;
  readonly color: string;
  /** 1 owner, 2 shared. */
  readonly bindType: number;
  readonly status: number;
  readonly bindTime: string;
  readonly unbindTime: string | null;
  readonly online: Flag | null;
  readonly soc: number | null;
}

export interface DealerOption {
  readonly id: string;
  readonly dealerCode: string;
  readonly name: string;
}

/** A link of the app, in the caller's language. A `versionNo` above the one a user agreed to asks for consent again, from `effectiveTime` on. */
export interface AppLinkConfig {
  readonly linkCode: string;
  readonly name: string;
  /** D:LinkCategory. */
  readonly category: string;
  readonly url: string;
  /** D:ClientOs. */
  readonly clientOs: readonly string[];
  /** D:OpenMode. */
  readonly openMode: number;
  readonly miniAppId: string | null;
  readonly miniPath: string | null;
  readonly needLogin: Flag;
  readonly appendToken: Flag;
  /** Of agreements; null for other links. */
  readonly versionNo: number | null;
  readonly effectiveTime: string | null;
}

export interface SupportCalls {
  /** What is on the shelf; `vehicleTypeId` leaves out what is for other models. */
  'GET /app/v1/guide/videos': Call<
    { readonly vehicleTypeId?: string; readonly category?: string },
    readonly {
      readonly id: string;
      readonly title: string;
      readonly titleEn: string | null;
      readonly category: string;
      readonly summary: string | null;
      /** Of an upload. */
      readonly durationSec: number | null;
      readonly playCount: number;
      readonly likeCount: number;
      /** The video, for one to two hours; or the address that `isLink` says it is. */
      readonly url: string;
      readonly isLink: Flag;
      readonly coverUrl: string;
    }[]
  >;
  'POST /app/v1/guide/videoPlay': Call<{ readonly id: string }, { readonly playCount: number }>;
  /** What is on the shelf, by the order of its classification and its own; `vehicleTypeId` leaves out what is for other models. */
  'GET /app/v1/guide/functions': Call<
    { readonly vehicleTypeId?: string },
    readonly {
      readonly id: string;
      readonly title: string;
      readonly classificationId: string;
      readonly classificationName: string;
      readonly classificationIconUrl: string | null;
      readonly iconUrl: string;
      readonly imageUrls: readonly string[];
      /** HTML. */
      readonly content: string;
      /** A how-to video on the shelf, as `GET /app/v1/guide/videos` lists it. */
      readonly videoId: string | null;
      readonly viewCount: number;
    }[]
  >;
  'POST /app/v1/guide/functionView': Call<{ readonly id: string }, { readonly viewCount: number }>;
  /** `codes`: link codes, separated by commas. */
  'GET /app/v1/config/links': Call<{ readonly codes: string }, readonly AppLinkConfig[]>;
  /** What the iOS app of a version hides while the store reviews it (D:AppModule). */
  'GET /app/v1/config/review': Call<
    { readonly versionName: string; readonly buildNo: string },
    { readonly reviewMode: boolean; readonly hiddenModules: readonly string[] }
  >;
  'POST /user/crm/appUser/vehicles': Call<{ readonly id: string }, readonly OwnedVehicle[]>;
  'POST /data/crm/dealer/options': Call<
    { readonly keyword?: string; readonly limit?: number },
    readonly DealerOption[]
  >;
  'POST /app/v1/user/deleteAccountCode': Call<Nothing, null>;
  'POST /app/v1/user/deleteAccount': Call<{ readonly smsCode: string }, { readonly eraseTime: string }>;
  'POST /app/v1/user/cancelDeletion': Call<Nothing, null>;
}
