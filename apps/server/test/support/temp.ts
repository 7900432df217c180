import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder that others may enter: started by root, the database runs as somebody else. */
export function tempDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-'));
  chmodSync(dir, 0o755);
  return dir;
}
