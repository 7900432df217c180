import type { CSSOptions } from 'vite';

type Plugins = Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins'];

/** Lines and shadows stay as thin as they are at any font size. */
const thin = /^(?:border|outline|box-shadow|text-shadow|inset-shadow)/;
const root = 16;

const toRem = (text: string): string =>
  text.replaceAll(/(?<![\w.#-])(-?\d*\.?\d+)px\b/g, (whole, n: string) =>
    Math.abs(Number(n)) <= 1 ? whole : `${Number((Number(n) / root).toFixed(4))}rem`,
  );

/**
 * Sizes of the console's own style sheets are written in pixels of a 16 px root and built as rem, so that they follow the font size of the
 * user's browser: also those of media queries, since a large font makes a screen narrow.
 */
export const remPlugins: NonNullable<Plugins> = [
  {
    postcssPlugin: 'px-to-rem',
    Declaration(decl) {
      const isRound = decl.prop.endsWith('radius');
      if ((thin.test(decl.prop) && !isRound) || !isOwn(decl.source?.input.file)) return;
      const value = toRem(decl.value);
      if (value !== decl.value) decl.value = value;
    },
    AtRule: {
      media(rule) {
        const params = toRem(rule.params);
        if (isOwn(rule.source?.input.file) && params !== rule.params) rule.params = params;
      },
    },
  },
];

const isOwn = (file: string | undefined): boolean => file?.includes('/node_modules/') !== true;
