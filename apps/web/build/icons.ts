import type { Plugin } from 'vite';

const file = /@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js$/;
const named = /role: "img",\s*"aria-label": icon\.name/;
const hidden = '...(props["aria-label"] === undefined ? { "aria-hidden": true } : { role: "img" })';

/**
 * Icons stand beside a text or in a button that has a name: to assistive technology they are not there, unless they are given a name.
 * The package names each one by the English name of its drawing.
 */
export function quietIcons(): Plugin {
  return {
    name: 'quiet-icons',
    transform: {
      filter: { id: file },
      handler(code) {
        if (!named.test(code)) this.error('AntdIcon names its icons in another way: adapt build/icons.ts');
        return { code: code.replace(named, hidden), map: null };
      },
    },
  };
}
