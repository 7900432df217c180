import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const source = (path: string): string => fileURLToPath(new URL(`../src/${path}`, import.meta.url));
const parts = source('ui/antd-parts.ts');
const icon = source('ui/Icon.tsx');

/** An import of several icons as one import each: the package's index has them all. */
const eachIcon = (code: string): string =>
  code.replaceAll(/^import \{([^}]+)\} from '@ant-design\/icons';/gm, (_, names: string) =>
    [...names.matchAll(/\w+/g)].map(([name]) => `import ${name} from '@ant-design/icons/es/icons/${name}';`).join(' '),
  );

/**
 * Keeps pages that show nothing of antd free of it: whoever imports `antd` gets it with the provider that its parts are
 * wrapped in (`ui/part.tsx`), and every icon is drawn by the console's own few lines.
 */
export function antdOnUse(): Plugin {
  return {
    name: 'antd-on-use',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id === 'antd') return parts;
      if (/components\/AntdIcon(?:Light)?$/.test(id) && importer?.includes('/@ant-design/icons/')) return icon;
      return null;
    },
    transform: (code, id) => (id.startsWith(source('')) ? eachIcon(code) : null),
  };
}
