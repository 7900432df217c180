/** Addresses of files that were uploaded in this page and are in no record yet, by id: for who shows another field's upload. */
const urls = new Map<string, string>();

export const rememberUrl = (fileId: string, url: string): void => void urls.set(fileId, url);
export const freshUrl = (fileId: string): string | undefined => urls.get(fileId);
