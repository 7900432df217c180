import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, runNode } from './tools.ts';

// npm run matrix [-- part]: every call × every role of a new installation, a dealer among them, asked of a server on a database of its own;
// a table of what the function tree and the roles say and what the server answered, by group of calls. With a part of a path or of a
// function code it shows those rows alone. Fails where an answer differs, or where the run did not come to its end.

const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-matrix-'));
const file = join(dir, 'matrix.txt');
const [part] = process.argv.slice(2);
try {
  process.exitCode = await runNode(
    join(root, 'node_modules/vitest/vitest.mjs'),
    ['run', '--project=server', '--reporter=dot', 'apps/server/test/access/matrix.test.ts'],
    { env: { MATRIX: file } },
  );
  if (existsSync(file)) process.stdout.write(shown(readFileSync(file, 'utf8')));
} finally {
  rmSync(dir, { recursive: true, force: true });
}

/** The rows of calls that have the part in them, with the heading and the last lines. */
function shown(table: string): string {
  if (part === undefined) return table;
  return table
    .split('\n')
    .filter((line, at) => at === 0 || !/^( {2})?\//.test(line) || (line.startsWith('  ') && line.includes(part)))
    .filter((line, at, lines) => line !== '' || lines[at - 1] !== '')
    .join('\n');
}
