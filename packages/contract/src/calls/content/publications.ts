import type { Added, Call, Flag, Nothing, VersionStep } from '../kit.ts';

/** An introduction as the app shows it, in the caller's language. */
export interface ShownIntroduction {
  readonly id: string;
  readonly title: string;
  /** D:IntroType. */
  readonly introType: number;
  /** To swipe through, in their order; none of what is about us. */
  readonly pages: readonly { readonly imageUrl: string; readonly text: string | null }[];
  /** HTML, of what is about us. */
  readonly content: string | null;
  /** On the last page. */
  readonly buttonText: string | null;
  /** D:JumpType. */
  readonly jumpType: number;
  readonly jumpTarget: string | null;
}

/** A category of articles with those below it, by their order. */
export interface ArticleTypeNode {
  readonly id: string;
  readonly rev: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly iconUrl: string | null;
  readonly sort: number;
  readonly showInApp: Flag;
  /** D:EnableStatus. */
  readonly enabled: Flag;
  readonly children: readonly ArticleTypeNode[];
}

/** An article in a list of the app, in the caller's language. */
export interface AppArticleCard {
  readonly id: string;
  readonly title: string;
  readonly summary: string | null;
  readonly author: string;
  /** D:CoverStyle. */
  readonly coverStyle: number;
  /** One, or three. */
  readonly coverUrls: readonly string[];
  readonly tags: readonly string[];
  /** D:ContentType: 1 text, 2 a page elsewhere. */
  readonly contentType: number;
  readonly linkUrl: string | null;
  readonly typeId: string;
  readonly typeName: string;
  readonly pinned: Flag;
  readonly recommended: Flag;
  readonly viewCount: number;
  readonly likeCount: number;
  readonly commentCount: number;
  readonly publishTime: string;
  /** Whether the caller likes it. */
  readonly liked: Flag;
  /** Whether the caller has commented on it. */
  readonly commented: Flag;
}

/** A comment on an article as the app shows it: of its writer the nickname alone. */
export interface ArticleComment {
  readonly id: string;
  readonly nickname: string;
  readonly text: string;
  readonly createTime: string;
  /** The caller wrote it. */
  readonly mine: Flag;
  /** What the staff answered. */
  readonly reply: string | null;
  readonly replyTime: string | null;
}

/** Something live, or about to be, that leads to an article. */
export interface ArticleUse {
  readonly articleId: string;
  readonly kind: 'advertisement' | 'promotion' | 'activityMessage' | 'systemMessage';
  readonly id: string;
  readonly name: string;
}

/** What readers did with an article on a day (`YYYY-MM-DD`); a like that was taken back does not count. */
export interface ArticleDay {
  readonly statDate: string;
  readonly views: number;
  readonly likes: number;
  readonly comments: number;
  readonly shares: number;
}

/** An article as the app shows it, in the caller's language. */
export interface AppArticle extends Omit<
  AppArticleCard,
  'coverStyle' | 'coverUrls' | 'typeId' | 'pinned' | 'recommended'
> {
  readonly coverUrl: string;
  /** HTML; null of a page elsewhere. */
  readonly content: string | null;
  readonly allowComment: Flag;
  readonly allowShare: Flag;
  readonly shareTitle: string;
  readonly shareImageUrl: string;
}

/** A page of a manual as a picture. */
export interface ManualPage {
  readonly page: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly url: string;
}

/** A page of a manual whose text contains what was looked for: how often, and the first place. */
export interface ManualHit {
  readonly page: number;
  readonly count: number;
  readonly before: string;
  readonly hit: string;
  readonly after: string;
}

/** A manual as the app lists it. */
export interface ShownManual {
  readonly id: string;
  readonly title: string;
  /** D:ManualType. */
  readonly manualType: string;
  /** D:Lang. */
  readonly lang: string;
  readonly docVersion: string;
  readonly pages: number;
  readonly sizeMb: number;
  readonly changeNote: string | null;
  readonly catalog: readonly { readonly title: string; readonly page: number }[];
  /** Its cover, or its first page. */
  readonly coverUrl: string;
}

/** A holiday voice that a vehicle plays in place of its theme's from one day to another, both included (`YYYY-MM-DD`). */
export interface HolidayVoiceEntry {
  readonly voiceId: string;
  /** D:VoiceScene. */
  readonly scene: number;
  readonly from: string;
  readonly to: string;
  /** Path of the file, for one to two hours. */
  readonly url: string;
  /** Of the file, hex. */
  readonly sha256: string;
}

/** What people write and publish for the owners' app: articles, introductions, manuals, and voices for holidays. */
export interface PublicationsCalls {
  /** All categories of articles, also disabled ones. */
  'POST /ps/crm/articleType/tree': Call<Nothing, readonly ArticleTypeNode[]>;
  /**
   * Puts a category below another one (null: at the top), before one of those there or last. 1001: it does not fit there, 1002: no such
   * category, or `beforeId` is not below `parentId`, 1009: its name is taken there.
   */
  'POST /ps/crm/articleType/move': Call<
    { readonly id: string; readonly parentId: string | null; readonly beforeId?: string | null },
    Added
  >;
  /** Holiday voices of the vehicle that calls: of today and of the week to come, in the order in which they count. 1003: the IMEI is another's. */
  'GET /device/v1/voice/manifest': Call<{ readonly imei: string }, readonly HolidayVoiceEntry[]>;
  /** What is on the shelf for a version of the app, before anybody signs in: `type` is of D:IntroType, `clientOs` of D:ClientOs. */
  'GET /app/v1/intro': Call<
    { readonly type: string; readonly clientOs: string; readonly version: string },
    readonly ShownIntroduction[]
  >;
  /** Versions of an article, the newest first, at most 200. 1002, 1011 as its detail. */
  'POST /ps/crm/article/revisions': Call<{ readonly id: string }, readonly VersionStep[]>;
  /** What leads to these articles and would lead nowhere without them, at most 200. */
  'POST /ps/crm/article/uses': Call<{ readonly ids: readonly string[] }, readonly ArticleUse[]>;
  /** The last 30 days, the newest last. 1002, 1011 as its detail. */
  'POST /ps/crm/article/statistics': Call<{ readonly id: string }, readonly ArticleDay[]>;
  /** Live articles of a category with those below it, pinned ones first, 20 a page unless it says otherwise, 50 at most. */
  'GET /app/v1/article/list': Call<
    { readonly typeId?: string; readonly page?: number; readonly pageSize?: number },
    readonly AppArticleCard[]
  >;
  /** 1002 not live. */
  'GET /app/v1/article/detail': Call<{ readonly id: string }, AppArticle>;
  /** The article as a page in the browser's language, or the one named; one that says so (404) where it is not live. */
  'GET /app/article/:id': Call<{ readonly lang?: 'zh' | 'en' }, never>;
  /** What a reader does with an article, who likes it once at most; answers its numbers. 1002 not live, 5205 not to be shared. */
  'POST /app/v1/article/event': Call<
    { readonly id: string; readonly event: 'view' | 'like' | 'unlike' | 'share' },
    { readonly viewCount: number; readonly likeCount: number; readonly shareCount: number }
  >;
  /** 1001 also of words that are blocked, 1002 not live, 5204 not open to comments. */
  'POST /app/v1/article/comment': Call<{ readonly id: string; readonly text: string }, { readonly id: string }>;
  /** Comments that are not hidden, the newest first, 20 a page unless it says otherwise, 50 at most. 1002 not live. */
  'GET /app/v1/article/comments': Call<
    { readonly id: string; readonly page?: number; readonly pageSize?: number },
    readonly ArticleComment[]
  >;
  /** Pages that are converted already, in their order. */
  'POST /ps/crm/instruction/pages': Call<{ readonly id: string }, readonly ManualPage[]>;
  /** Pages whose text contains the keyword; spaces and line ends do not count. */
  'POST /ps/crm/instruction/search': Call<{ readonly id: string; readonly keyword: string }, readonly ManualHit[]>;
  /** What is taken off the shelf where these are put on it; `left`: its models that would have no such manual. */
  'POST /ps/crm/instruction/replaces': Call<
    { readonly ids: readonly string[] },
    readonly {
      readonly id: string;
      readonly title: string;
      readonly docVersion: string;
      readonly by: string;
      readonly left: readonly string[];
    }[]
  >;
  /** An address of the PDF for a few minutes. */
  'POST /ps/crm/instruction/download': Call<
    { readonly id: string },
    { readonly url: string; readonly expireTime: string }
  >;
  /** Manuals on the shelf in a language, the caller's unless named; with the `vin` of one of the caller's vehicles, those for its model. 1002, 1011. */
  'GET /app/v1/manual/list': Call<{ readonly vin?: string; readonly lang?: 'zh' | 'en' }, readonly ShownManual[]>;
  /** A manual with its pages; counted as a download. 1002 not on the shelf. */
  'GET /app/v1/manual/pages': Call<
    { readonly id: string },
    ShownManual & { readonly pdfUrl: string; readonly images: readonly ManualPage[] }
  >;
}
