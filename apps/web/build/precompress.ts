import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const texts = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.json', '.txt']);
const smallest = 1024;
const [br, gz] = [promisify(brotliCompress), promisify(gzip)];

/** Writes `.br` and `.gz` beside every text file of the build, so that the server never compresses one itself. */
export function precompress(): Plugin {
  let outDir = 'dist';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && texts.has(extname(entry.name)));
      await Promise.all(files.map((entry) => compress(join(entry.parentPath, entry.name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < smallest) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: content.length > 2_000_000 ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    br(content, { params }).then((packed) => writeFile(`${file}.br`, packed)),
    gzip9(content).then((packed) => writeFile(`${file}.gz`, packed)),
  ]);
}

const gzip9 = (content: Buffer): Promise<Buffer> => gz(content, { level: 9 });
