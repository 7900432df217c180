import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './tools.ts';

const sources = join(root, 'apps/web/verify');
/** Where the page is kept: the console's build copies it, and whoever downloads it needs nothing else. */
export const pagePath = join(root, 'apps/web/public/verify-draws.html');

const sourceOf = (...path: readonly string[]): string => readFileSync(join(root, 'apps/web', ...path), 'utf8');
const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The script of the page and of its worker, in one piece. */
async function scriptOf(): Promise<string> {
  const bundle = await rolldown({ input: join(sources, 'main.ts'), platform: 'browser', logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  await bundle.close();
  const [main, ...others] = output;
  const code = main.code.trim();
  if (others.length > 0 || /<\/script|<!--/i.test(code))
    throw new Error('The page has room for one script that ends no element');
  return code;
}

/** The console's colours; the page follows the system. */
function coloursOf(): string {
  const tokens = sourceOf('src/theme/tokens.css');
  const blockOf = (selector: string): string => {
    const start = tokens.indexOf(`${selector} {`);
    if (start === -1) throw new Error(`tokens.css has no ${selector}`);
    return tokens.slice(start + selector.length, tokens.indexOf('}', start) + 1);
  };
  return `:root${blockOf(':root')}\n@media (prefers-color-scheme: dark) { :root${blockOf(":root[data-theme='dark']")} }`;
}

/** The page that verifies the draws of a campaign, from its sources: always the same text. It may run its own script alone and reach nobody. */
export async function makePage(): Promise<string> {
  const style = `${coloursOf()}\n${sourceOf('verify', 'page.css')}`;
  const script = await scriptOf();
  const policy = `default-src 'none'; script-src ${hashOf(script)}; style-src ${hashOf(style)}; worker-src blob:; base-uri 'none'; form-action 'none'`;
  const places: Readonly<Record<string, string>> = { policy, style, script };
  return sourceOf('verify', 'page.html').replace(/\{\{(\w+)\}\}/g, (_, name: string) => places[name] ?? '');
}
