import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { CallContext } from '../http/context.ts';

/** Hands a made file to the calling user alone, for `/common/download`. @returns the file name to ask for */
export const issueFile = (ctx: CallContext, name: string, path: string): Promise<string> =>
  ctx.app.files.issue(ctx, name, path);

/** Makes a file under a name of its own and hands it to the calling user alone; a file that fails is removed. @returns the file name to ask for */
export async function issueMade(
  ctx: CallContext,
  name: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const dir = join(ctx.app.config.dataDir, 'tmp');
  const path = join(dir, `${randomUUID()}${extname(name)}`);
  await mkdir(dir, { recursive: true });
  try {
    await make(path);
    return await issueFile(ctx, name, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
