import type { StoredFile } from '@wheelhouse/contract/calls/files';

/** Addresses of files that a form has from elsewhere, by id: uploads of another field that are in no record yet, and files it begins with. */
const urls = new Map<string, string>();

export const rememberUrl = (fileId: string, url: string): void => void urls.set(fileId, url);
export const freshUrl = (fileId: string): string | undefined => urls.get(fileId);

/** Pictures that the server made of videos that were uploaded in this page, by the id of the video. */
const covers = new Map<string, StoredFile>();

export const rememberCover = (videoId: string, cover: StoredFile): void => void covers.set(videoId, cover);
export const coverOf = (videoId: string): StoredFile | undefined => covers.get(videoId);
