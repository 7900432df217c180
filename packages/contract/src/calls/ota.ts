import type { Call } from './kit.ts';

/** What an Android package says of itself. */
export interface ParsedPackage {
  readonly packageName: string;
  readonly versionName: string;
  readonly versionCode: number;
  /** API level; null where the package states none. */
  readonly minSdk: number | null;
  /** Hex. */
  readonly sha256: string;
}

/** The newest version that an app is offered. */
export type VersionOffer =
  | { readonly hasUpdate: false }
  | {
      readonly hasUpdate: true;
      /** D:UpdateType; 3 for apps below the oldest allowed build alone. */
      readonly updateType: 1 | 2 | 3;
      readonly versionName: string;
      readonly versionCode: number;
      /** In the caller's language, 10 lines at most. */
      readonly notes: string;
      /** Of the package, signed for one to two hours, or of the store. */
      readonly url: string;
      /** Of the package; null for a store. */
      readonly sha256: string | null;
      /** Bytes of the package; null for a store. */
      readonly size: number | null;
    };

/** Calls about versions of the app. */
export interface OtaCalls {
  /** Reads a package that the caller has uploaded, or that a version has. 1017 no such file, 3204 no readable package. */
  'POST /ps/crm/version/parsePackage': Call<{ readonly fileId: string }, ParsedPackage>;
  /**
   * What the app should update to. Public, as an app must be able to update before anybody signs in; with a token the user's own share and
   * tags count, without one only what everybody is offered. `os` D:ClientOs, `channel` D:AppChannel.
   */
  'GET /app/v1/version/check': Call<
    { readonly os: string; readonly versionCode: string; readonly channel: string },
    VersionOffer
  >;
}
