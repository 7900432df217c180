/** What other modules may use of files: keeping them, and addresses that show them. */
export { keepFile, newFileId, sensitiveSeconds, signedUrl } from './issue.ts';
export { pixelsIn } from './pixels.ts';
export { encodePng } from './png.ts';
export { storedBytes } from './stored-bytes.ts';
