import type { App } from '../../../http/context.ts';
import { encodePng } from '../../../modules/files/service.ts';
import type { CopyRow } from '../copy.ts';
import { keepDemoFile } from '../keep.ts';

const rate = 16_000;

/** A note: hertz (0 = rest), seconds, and how fast it dies away. */
export type Note = readonly [hertz: number, seconds: number, decay?: number];

interface Tune {
  readonly name: string;
  /** D:SoundScene. */
  readonly scene: number;
  readonly notes: readonly Note[];
  readonly isDefault?: true;
  /** Fen; absent: free. */
  readonly price?: number;
  /** D:ShelfStatus. */
  readonly shelf?: 0 | 1 | 2;
  readonly hue: readonly [number, number, number];
  readonly downloads: number;
  readonly description: string;
}

// prettier-ignore
const tunes: readonly Tune[] = [
  { name: '晨曦启动', scene: 1, notes: [[523, 0.16], [659, 0.16], [784, 0.16], [1047, 0.6, 4]], isDefault: true, hue: [64, 132, 246], downloads: 18_420, description: '上行三和弦，清亮不刺耳' },
  { name: '星舰上电', scene: 1, notes: [[180, 0.25], [260, 0.2], [390, 0.2], [585, 0.25], [880, 0.5, 5]], price: 600, hue: [114, 46, 209], downloads: 2_316, description: '低频起步，科幻感' },
  { name: '安静入库', scene: 2, notes: [[784, 0.16], [659, 0.16], [523, 0.5, 4]], isDefault: true, hue: [80, 160, 120], downloads: 15_077, description: '下行收尾' },
  { name: '双响设防', scene: 3, notes: [[1760, 0.08], [0, 0.06], [1760, 0.08]], isDefault: true, hue: [250, 140, 22], downloads: 12_904, description: '短促两声' },
  { name: '鸟鸣设防', scene: 3, notes: [[2100, 0.07, 12], [2600, 0.07, 12], [2300, 0.12, 9]], hue: [82, 196, 26], downloads: 3_870, description: '夜间小区更友好' },
  { name: '单响撤防', scene: 4, notes: [[1320, 0.12], [1760, 0.16, 6]], isDefault: true, hue: [19, 194, 194], downloads: 12_377, description: '一声上扬' },
  { name: '木鱼转向', scene: 5, notes: [[900, 0.05, 30], [0, 0.3], [700, 0.05, 30], [0, 0.3]], isDefault: true, hue: [160, 120, 80], downloads: 9_215, description: '左右交替的轻敲' },
  { name: '城市喇叭', scene: 6, notes: [[420, 0.5, 0.4], [0, 0.05], [420, 0.4, 0.4]], isDefault: true, hue: [245, 34, 45], downloads: 8_040, description: '符合国标响度要求' },
  { name: '寻车铃', scene: 7, notes: [[1568, 0.12, 8], [1976, 0.12, 8], [2349, 0.12, 8], [0, 0.1], [1568, 0.12, 8], [1976, 0.12, 8], [2349, 0.3, 6]], isDefault: true, hue: [235, 47, 150], downloads: 11_690, description: '嘈杂环境也听得清' },
  { name: '口哨寻车', scene: 7, notes: [[1200, 0.18], [1600, 0.22], [1200, 0.3, 5]], price: 300, shelf: 2, hue: [140, 140, 140], downloads: 640, description: '已下架，老用户仍可使用' },
  { name: '双音警报', scene: 8, notes: [[960, 0.25, 0.2], [720, 0.25, 0.2], [960, 0.25, 0.2], [720, 0.25, 0.2], [960, 0.25, 0.2], [720, 0.25, 0.2]], isDefault: true, hue: [207, 19, 34], downloads: 7_433, description: '异动报警' },
  { name: '低电提醒', scene: 9, notes: [[392, 0.2, 5], [330, 0.2, 5], [262, 0.5, 4]], isDefault: true, hue: [212, 177, 6], downloads: 6_120, description: '电量低于15%时播放' },
  { name: '年味启动', scene: 1, notes: [[587, 0.12], [659, 0.12], [784, 0.12], [880, 0.12], [988, 0.12], [1175, 0.5, 4]], price: 900, shelf: 0, hue: [230, 60, 50], downloads: 0, description: '春节限定，待审核' },
];

/** Samples of a tune, with a soft start and end of each note so that nothing clicks. */
function samplesOf(notes: readonly Note[]): Float64Array {
  const parts = notes.map(([hertz, seconds, decay = 2]) =>
    Float64Array.from({ length: Math.round(seconds * rate) }, (_, i) => {
      const [t, left] = [i / rate, seconds - i / rate];
      const edge = Math.min(1, t / 0.008, left / 0.012);
      const wave = Math.sin(2 * Math.PI * hertz * t) + 0.25 * Math.sin(4 * Math.PI * hertz * t);
      return hertz === 0 ? 0 : wave * edge * Math.exp(-decay * t) * 0.6;
    }),
  );
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

function wavOf(samples: Float64Array): Buffer {
  const bytes = Buffer.alloc(44 + samples.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples.length * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples.length * 2, 40);
  samples.forEach((sample, at) =>
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), 44 + at * 2),
  );
  return bytes;
}

/** A tune as a WAV. */
export function toneOf(notes: readonly Note[]): { readonly bytes: Buffer; readonly seconds: number } {
  const samples = samplesOf(notes);
  return { bytes: wavOf(samples), seconds: samples.length / rate };
}

const side = 300;
const barCount = 15;

/** A cover that shows the tune: its loudness as bars on a coloured ground. */
function coverOf(samples: Float64Array, [red, green, blue]: Tune['hue']): Promise<Buffer> {
  const step = Math.ceil(samples.length / barCount);
  const peaks = Array.from({ length: barCount }, (_, at) =>
    samples.subarray(at * step, (at + 1) * step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
  const pixels = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y++) {
    const shade = 1.08 - (y / side) * 0.3;
    for (let x = 0; x < side; x++) {
      const [bar, inside] = [Math.floor((x - 30) / 16), (x - 30) % 16 < 9];
      const tall = 12 + (peaks[bar] ?? 0) * 130;
      const lit = x >= 30 && x < 30 + barCount * 16 && inside && Math.abs(y - side / 2) < tall;
      const colour = lit ? [255, 255, 255] : [red * shade, green * shade, blue * shade];
      pixels.set(
        colour.map((part) => Math.min(255, part)),
        (y * side + x) * 4,
      );
    }
  }
  return encodePng(pixels, side, side);
}

export interface StoredSounds {
  /** Rows of `sys_file`. */
  readonly files: readonly CopyRow[];
  /** Rows of `veh_sound_effect`, to which the models come. */
  readonly sounds: readonly CopyRow[];
}

/** Composes the demo's sounds and keeps them, with a cover each. */
export async function storeSounds(app: Pick<App, 'config'>, now: Date): Promise<StoredSounds> {
  const made = await Promise.all(
    tunes.map(async (tune, at) => {
      const samples = samplesOf(tune.notes);
      const wav = wavOf(samples);
      const audio = await keepDemoFile(app, now, {
        biz: 'audio',
        name: `${tune.name}.wav`,
        contentType: 'audio/wav',
        bytes: wav,
      });
      const cover = await keepDemoFile(app, now, {
        biz: 'image',
        name: `${tune.name}.png`,
        contentType: 'image/png',
        bytes: await coverOf(samples, tune.hue),
      });
      const sound: CopyRow = {
        name: tune.name,
        scene: tune.scene,
        audio_file: audio.id,
        cover_image: cover.id,
        is_default: tune.isDefault ? 1 : 0,
        free: tune.price === undefined ? 1 : 0,
        price_fen: tune.price ?? null,
        sort: (at + 1) * 10,
        description: tune.description,
        duration_sec: Number((samples.length / rate).toFixed(2)),
        size_kb: Math.max(1, Math.round(wav.length / 1024)),
        sample_rate_hz: rate,
        version: 1,
        download_count: tune.downloads,
        shelf_status: tune.shelf ?? 1,
      };
      return { sound, files: [audio.row, cover.row] };
    }),
  );
  return { files: made.flatMap(({ files }) => files), sounds: made.map(({ sound }) => sound) };
}
