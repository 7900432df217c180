import { fileObject } from './file-object.ts';

/** Entities of the domain: stored files. A new one is added here, one line. */
export const filesEntities = {
  fileObject,
} as const;
