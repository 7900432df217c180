import { targetScore, type TargetScore } from '../../../adapters/targets/score.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { storedBytes } from '../../files/service.ts';

const least = 480;
const mostBytes = 2 * 1024 * 1024;

/** How well a stored picture is recognised; one that is too small is not. @throws AppError 6002 it is no picture */
export async function scoreTarget(app: Pick<App, 'config'>, db: Db | Tx, fileId: string): Promise<TargetScore> {
  const bytes = await storedBytes(app, db, fileId, mostBytes);
  if (bytes === undefined) throw new AppError(6002);
  try {
    const found = await targetScore(bytes);
    return Math.min(found.width, found.height) < least ? { ...found, score: 0 } : found;
  } catch {
    throw new AppError(6002);
  }
}
