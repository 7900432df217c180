type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Linear RGB as people without one kind of cone see it: Machado, Oliveira and Fernandes 2009, severity 1. */
export const visions = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;
export type Vision = keyof typeof visions;

const times = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const [a, b, c] = matrix.map(([p, q, r]) => p * x + q * y + r * z);
  return [a ?? 0, b ?? 0, c ?? 0];
};

/** `#rrggbb` as linear RGB, 0 to 1. */
function linearOf(colour: string): Triple {
  const at = (place: number): number => {
    const part = Number.parseInt(colour.slice(place, place + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const white: Triple = [0.95047, 1, 1.08883];

/** CIE L*a*b* (D65) of a colour as somebody sees it. */
function labOf(colour: string, vision: Vision): Triple {
  const [r, g, b] = times(visions[vision], linearOf(colour));
  const clip = (part: number): number => Math.min(1, Math.max(0, part));
  const xyz = times(toXyz, [clip(r), clip(g), clip(b)]);
  const [x, y, z] = xyz.map((part, at) => {
    const t = part / (white[at] ?? 1);
    return t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
  });
  return [116 * (y ?? 0) - 16, 500 * ((x ?? 0) - (y ?? 0)), 200 * ((y ?? 0) - (z ?? 0))];
}

const rad = Math.PI / 180;
const hueOf = (a: number, b: number): number => (a === 0 && b === 0 ? 0 : (Math.atan2(b, a) / rad + 360) % 360);

/** Difference of two colours of L*a*b*: CIEDE2000 (Sharma, Wu and Dalal 2005). */
export function deltaE2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const mean7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const g = 0.5 * (1 - Math.sqrt(mean7 / (mean7 + 25 ** 7)));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const [h1, h2] = [hueOf(p1, b1), hueOf(p2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = h2 - h1;
  const dh = isGrey ? 0 : Math.abs(turn) <= 180 ? turn : turn > 180 ? turn - 360 : turn + 360;
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad);
  const sum = h1 + h2;
  const h = isGrey ? sum : Math.abs(turn) <= 180 ? sum / 2 : sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos((h - 30) * rad) +
    0.24 * Math.cos(2 * h * rad) +
    0.32 * Math.cos((3 * h + 6) * rad) -
    0.2 * Math.cos((4 * h - 63) * rad);
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2);
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t];
  const rt = -Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const [x, y, z] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh];
  return Math.sqrt(x * x + y * y + z * z + rt * y * z);
}

/** How far apart two colours, `#rrggbb`, are to somebody. */
export const apart = (one: string, other: string, vision: Vision): number =>
  deltaE2000(labOf(one, vision), labOf(other, vision));

/** Contrast of two colours (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other]
    .map((colour) => times(toXyz, linearOf(colour))[1])
    .toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}
