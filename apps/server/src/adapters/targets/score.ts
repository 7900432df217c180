/** How well a phone finds a picture again. */
export interface TargetScore {
  /** 0 to 5, in halves. */
  readonly score: number;
  /** Corners that stand out, of at most 500. */
  readonly features: number;
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Side to which pictures are brought: phones see about as much of a mark. */
const side = 320;
const mostFeatures = 500;
/** Parts of the picture, by side: corners in one place alone do not hold it. */
const grid = 8;
const margin = 4;
/** Decompression bombs are refused. */
const mostPixels = 50_000_000;

interface Grey {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Corner strength of a pixel (Harris), from the slopes of its surroundings. */
function strengthAt({ data, width }: Grey, x: number, y: number): number {
  let [xx, yy, xy] = [0, 0, 0];
  for (let dy = -2; dy <= 2; dy++)
    for (let dx = -2; dx <= 2; dx++) {
      const at = (y + dy) * width + x + dx;
      const gx = ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) / 2;
      const gy = ((data[at + width] ?? 0) - (data[at - width] ?? 0)) / 2;
      xx += gx * gx;
      yy += gy * gy;
      xy += gx * gy;
    }
  return xx * yy - xy * xy - 0.05 * (xx + yy) ** 2;
}

/** Corners that are stronger than their neighbours, each by the part of the picture in which it is. */
function cornersOf(grey: Grey): readonly number[] {
  const { width, height } = grey;
  const strengths = new Float64Array(width * height);
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) strengths[y * width + x] = strengthAt(grey, x, y);
  /** Below it, a corner goes with the noise of a camera. */
  const least = 1_000_000;
  const parts: number[] = [];
  for (let y = margin; y < height - margin; y++)
    for (let x = margin; x < width - margin; x++) {
      const own = strengths[y * width + x] ?? 0;
      if (own < least) continue;
      const around = [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1];
      if (around.some((step) => (strengths[y * width + x + step] ?? 0) > own)) continue;
      parts.push(Math.floor((y / height) * grid) * grid + Math.floor((x / width) * grid));
    }
  return parts;
}

/**
 * Scores a picture as a mark: how many corners it has, and over how much of it they are spread. A plain or blurred picture has few, a logo in one corner has
 * them in one place.
 * @throws where the bytes are no picture
 */
export async function targetScore(bytes: Buffer): Promise<TargetScore> {
  // A native library: only processes that score a picture load it.
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes, { limitInputPixels: mostPixels });
  const { width, height } = await picture.metadata();
  const { data, info } = await picture
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const parts = cornersOf({ data, width: info.width, height: info.height });
  const features = Math.min(parts.length, mostFeatures);
  const spread = new Set(parts).size / (grid * grid);
  // Some 120 corners over half of the picture are recognised well.
  const score = Math.min(1, features / 120) * Math.min(1, spread / 0.5) * 5;
  return { score: Math.round(score * 2) / 2, features, width, height };
}
