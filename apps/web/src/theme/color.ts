/** Colours as `#rrggbb`; `#rgb` is read as well, which a build makes of `#rrggbb` where it can. Contrast as in WCAG 2. */
type Rgb = readonly [number, number, number];

export function parseHex(hex: string): Rgb | null {
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(hex)?.[1];
  if (digits === undefined) return null;
  const value = Number.parseInt(digits.length === 3 ? digits.replace(/./g, '$&$&') : digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = (parseHex(hex) ?? [0, 0, 0]).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** 1 (none) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** `share` of `other` mixed into `base`. */
export function mix(base: string, other: string, share: number): string {
  const from: Rgb = parseHex(base) ?? [0, 0, 0];
  const to: Rgb = parseHex(other) ?? [0, 0, 0];
  const part = (i: 0 | 1 | 2): number => from[i] * (1 - share) + to[i] * share;
  return toHex([part(0), part(1), part(2)]);
}

/** The nearest shade of `color` that is readable as text on `background`: darker on light, lighter on dark. */
export function readableOn(color: string, background: string, wanted = 4.6): string {
  const towards = luminance(background) > 0.3 ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.04) {
    const shade = mix(color, towards, share);
    if (contrast(shade, background) >= wanted) return shade;
  }
  return towards;
}

/** Black or white ink for text on a coloured ground, tinted by it. */
export const inkOn = (ground: string): string =>
  contrast('#ffffff', ground) >= 4.5 ? '#ffffff' : mix(ground, '#000000', 0.82);
