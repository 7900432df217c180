import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildIdOf } from '@wheelhouse/contract/build-id';
import { antdOnUse } from './build/antd.ts';
import { chunkGroups } from './build/chunks.ts';
import { entityDomains, entityNames } from './build/domains.ts';
import { preloadConsole } from './build/preload.ts';
import { precompress } from './build/precompress.ts';
import { remPlugins } from './build/rem.ts';

/** Where `vite` (development) finds the API. */
const api = process.env['API_URL'] ?? 'http://127.0.0.1:8080';
const apiPaths =
  '^/(act|app|carrier|common|cs|data|device|external|live|msg|order|p|pay|ps|query|ref|rest|s|search|stat|system|user|veh|vehicle)/';

/** What the console is built from, at its version on every page. */
const build = buildIdOf(process.env['BUILD_ID'], (path) => {
  const file = join(import.meta.dirname, '../..', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
});

export default defineConfig({
  plugins: [antdOnUse(), entityDomains(), entityNames(), react(), preloadConsole(), precompress()],
  define: { 'import.meta.env.BUILD': JSON.stringify(build) },
  css: { postcss: { plugins: remPlugins } },
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
    // maplibre-gl is one lazy chunk of about 1 MB; anything else that large is a mistake.
    chunkSizeWarningLimit: 1200,
  },
  server: { proxy: { [apiPaths]: api } },
});
