import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './tools.ts';

const installed = [
  // Without windows and their own pages a run takes a quarter less time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
];
const packages = ['chromium-headless-shell', 'fonts-wqy-microhei'];

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, one of the system, one of Playwright's, else Debian's is installed (as root).
 * @throws Error saying what to install
 */
export async function findBrowser(): Promise<string> {
  const found = lookUp();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${packages.join(' and ')} …`);
    // A package index or mirror may be stale for a moment: once more.
    for (let attempt = 0; attempt < 2 && lookUp() === undefined; attempt++) {
      await run('apt-get', ['update'], { quiet: true });
      await run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], {
        quiet: true,
        env: { DEBIAN_FRONTEND: 'noninteractive' },
      });
    }
  }
  const now = lookUp();
  if (now === undefined)
    throw new Error(
      'no Chromium found: install it with fonts for Chinese (Debian: apt-get install chromium fonts-wqy-microhei), or set CHROMIUM_PATH',
    );
  return now;
}

function lookUp(): string | undefined {
  return [process.env['CHROMIUM_PATH'] ?? '', ...installed, ...playwrightBrowsers()].find(
    (path) => path !== '' && existsSync(path),
  );
}

function playwrightBrowsers(): string[] {
  const cache = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache/ms-playwright');
  if (!existsSync(cache)) return [];
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .map((name) => join(cache, name, 'chrome-linux/chrome'));
}
