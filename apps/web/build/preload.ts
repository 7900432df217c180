import type { Plugin } from 'vite';

/** Files that every page behind the login begins with (`chunks.ts`). */
const files = new Set(['console', 'list']);

/**
 * Tells `public/boot.js` the names of those files: where there is a session they are fetched at once, beside the first
 * script instead of after it.
 */
export function preloadConsole(): Plugin {
  return {
    name: 'preload-console',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const names = Object.values(bundle)
          .filter(({ type, fileName }) => type === 'chunk' || fileName.endsWith('.css'))
          .map(({ fileName }) => fileName)
          .filter((name) => files.has(/^assets\/([a-z]+)-/.exec(name)?.[1] ?? ''));
        if (names.length < files.size) throw new Error(`the build has no files ${[...files].join(', ')}`);
        const list = names.map((name) => `/${name}`).join(' ');
        return html.replace('src="/boot.js"', `src="/boot.js" data-console="${list}"`);
      },
    },
  };
}
