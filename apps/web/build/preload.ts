import { entityOfRoute } from '@wheelhouse/entities/route-entity';
import { routes } from '@wheelhouse/entities/routes';
import type { Plugin } from 'vite';

/** Files that every page behind the login begins with (`chunks.ts`). */
const files = ['console', 'list'];

/**
 * Gives `public/boot.js` the names of those files, and of the definitions by page: where there is a session they are fetched at once,
 * beside the first script instead of after it.
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
          .map(({ fileName }) => fileName);
        const named = (file: string): string => {
          const found = names.filter((name) => new RegExp(`^assets/${file}-[\\w-]{8}\\.`).test(name));
          if (found.length === 0) throw new Error(`the build has no file ${file}`);
          return found.map((name) => `/${name}`).join(' ');
        };
        const byPath = routes.flatMap((route) => {
          const entity = entityOfRoute(route);
          return entity ? [[route.path, named(`domain-${entity.domain}`)] as const] : [];
        });
        const data = JSON.stringify(Object.fromEntries(byPath)).replaceAll('"', '&quot;');
        return html.replace(
          'src="/boot.js"',
          `src="/boot.js" data-console="${files.map(named).join(' ')}" data-pages="${data}"`,
        );
      },
    },
  };
}
