import type { Call, Nothing, UploadBiz } from './kit.ts';

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

/** Files that are kept and shown, whole and in parts. */
export interface FilesCalls {
  'POST /data/crm/upload/single': Call<{ readonly biz: UploadBiz }, StoredFile>;
  /** A picture at an address of the public internet, kept as an upload of the caller's. */
  'POST /data/crm/upload/fromWeb': Call<{ readonly url: string }, StoredFile>;
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
