import type { Call, Flag } from '../kit.ts';

/** A wish on the wall of the app. */
export interface ShownWish {
  readonly id: string;
  readonly content: string;
  /** D:WishCategory. */
  readonly category: string;
  readonly nickname: string;
  readonly likeCount: number;
  /** By the caller. */
  readonly liked: Flag;
  readonly top: Flag;
  /** It came true. */
  readonly granted: Flag;
  readonly reply: string | null;
  readonly replyTime: string | null;
  readonly createTime: string;
}

/** Wishes of the app's users. */
export interface WishCalls {
  /** Three a day (6052), perhaps in an event that runs (6041). `shown` 0: somebody looks at it first. */
  'POST /app/v1/wish/submit': Call<
    { readonly category: string; readonly content: string; readonly activityId?: string | null },
    { readonly wishNo: string; readonly shown: Flag }
  >;
  /** What is shown, pinned ones first, then the newest. */
  'GET /app/v1/wish/list': Call<
    { readonly category?: string; readonly page?: number; readonly pageSize?: number },
    readonly ShownWish[]
  >;
  /** Once a user; again it stays as it is. */
  'POST /app/v1/wish/like': Call<{ readonly id: string }, { readonly likeCount: number }>;
}
