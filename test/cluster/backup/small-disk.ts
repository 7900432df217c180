import { execFile } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresOwner } from '../../../apps/server/test/support/postgres.ts';

const run = promisify(execFile);
const megabytes = 1024;
const block = Buffer.alloc(1024 * 1024);

/** A disk of its own below a folder, which can be filled. */
export class SmallDisk {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** @param dir an empty folder @returns undefined where nothing may be mounted */
  static async under(dir: string): Promise<SmallDisk | undefined> {
    const { uid, gid } = postgresOwner ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
    const options = `size=${megabytes}m,mode=0700,uid=${uid},gid=${gid}`;
    const isThere = await run('mount', ['-t', 'tmpfs', '-o', options, 'wheelhouse-repository', dir]).then(
      () => true,
      () => false,
    );
    return isThere ? new SmallDisk(dir) : undefined;
  }

  get #filler(): string {
    return join(this.#dir, 'filler');
  }

  /** Leaves no byte free. */
  fill(): void {
    const file = openSync(this.#filler, 'w');
    try {
      for (let bytes = 1; bytes > 0;) bytes = writeSync(file, block);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    } finally {
      closeSync(file);
    }
  }

  empty(): void {
    rmSync(this.#filler, { force: true });
  }

  async remove(): Promise<void> {
    await run('umount', [this.#dir]).catch(() => run('umount', ['-l', this.#dir]));
  }
}
