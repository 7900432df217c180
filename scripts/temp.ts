import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Databases, uploads and profiles of browsers of a whole run take less. */
const needed = 4 * 1024 ** 3;

/**
 * Where tests put what nobody keeps: in memory where there is room, as a database is copied there in 90 ms instead of one second and more.
 * TMPDIR decides where it is set.
 */
export function temporaryFolder(memory = '/dev/shm'): string {
  if (process.env['TMPDIR'] !== undefined) return tmpdir();
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= needed ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
