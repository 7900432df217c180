import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Font } from 'fontkit';

// Texts of a picture are drawn as outlines of the font that comes with the server: fonts of the machine, and what somebody has set up for them,
// change nothing, and a Chinese character is never an empty box.

/** What can be asked of the font. */
export interface Outlines {
  /** Width of a line of text in units of its size. */
  readonly widthOf: (text: string) => number;
  /** An SVG whose `<text>` elements, as echarts writes them, have become paths. */
  readonly outlined: (svg: string) => string;
}

const textElement = /<text\b([^>]*)>([^<]*)<\/text>/g;
const attribute = /([\w-]+)="([^"]*)"/g;
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", apos: "'" };
const plain = (text: string): string =>
  text.replace(/&(#?\w+);/g, (whole, name: string) => named[name] ?? whole).replace(/\p{Cc}/gu, '');

/** How much of its width a text stands left of its point. */
const anchors: Readonly<Record<string, number>> = { middle: 0.5, end: 1 };

function outlineOf(font: Font, text: string): { readonly path: string; readonly width: number } {
  const { glyphs, positions } = font.layout(text);
  let at = 0;
  let path = '';
  glyphs.forEach((glyph, i) => {
    path += glyph.path.translate(at, 0).toSVG();
    at += positions[i]?.xAdvance ?? 0;
  });
  return { path, width: at };
}

function pathOf(font: Font, attributes: Readonly<Record<string, string>>, content: string): string {
  const { x = '0', y = '0', transform = '', fill = '#000', style = '' } = attributes;
  const opacity = attributes['fill-opacity'];
  const size = Number(/font-size:([\d.]+)px/.exec(style)?.[1] ?? 12);
  const { path, width } = outlineOf(font, plain(content));
  if (path === '') return '';
  const scale = size / font.unitsPerEm;
  const left = Number(x) - width * scale * (anchors[attributes['text-anchor'] ?? ''] ?? 0);
  // The middle of a line lies half way between its ascent and descent.
  const isCentral = attributes['dominant-baseline'] === 'central';
  const base = Number(y) + (isCentral ? ((font.ascent + font.descent) / 2) * scale : 0);
  const place = `${transform} translate(${left.toFixed(3)} ${base.toFixed(3)}) scale(${scale.toFixed(6)} ${(-scale).toFixed(6)})`;
  return `<path d="${path}" transform="${place.trim()}" fill="${fill}"${opacity === undefined ? '' : ` fill-opacity="${opacity}"`}/>`;
}

/** Opens the font, 10 MB. */
export async function openOutlines(): Promise<Outlines> {
  const file = import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf');
  const [{ create }, bytes] = await Promise.all([import('fontkit'), readFile(fileURLToPath(file))]);
  const font = create(bytes);
  if (!('layout' in font)) throw new Error('The font file holds several fonts');
  return {
    widthOf: (text) => font.layout(plain(text)).advanceWidth / font.unitsPerEm,
    outlined: (svg) =>
      svg.replace(textElement, (_, attributes: string, content: string) =>
        pathOf(
          font,
          Object.fromEntries([...attributes.matchAll(attribute)].map(([, name = '', value = '']) => [name, value])),
          content,
        ),
      ),
  };
}
