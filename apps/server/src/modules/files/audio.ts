/** Format of a sound file, read from its frames; never from its name or its declared type. */
export interface AudioFacts {
  readonly format: 'wav' | 'mp3';
  readonly durationSec: number;
  readonly channels: number;
  readonly sampleRateHz: number;
}

const ascii = (bytes: Buffer, from: number, length: number) => bytes.toString('latin1', from, from + length);

/** WAVE formats that are samples one after another: PCM, IEEE float, and the extensible header around them. */
const wavFormats: ReadonlySet<number> = new Set([1, 3, 0xfffe]);

function probeWav(bytes: Buffer): AudioFacts | undefined {
  let format: { channels: number; rate: number; bytesPerSecond: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = ascii(bytes, at, 4);
    const size = bytes.readUInt32LE(at + 4);
    const data = at + 8;
    if (id === 'fmt ' && size >= 16 && data + 16 <= bytes.length) {
      if (!wavFormats.has(bytes.readUInt16LE(data))) return undefined;
      format = {
        channels: bytes.readUInt16LE(data + 2),
        rate: bytes.readUInt32LE(data + 4),
        bytesPerSecond: bytes.readUInt32LE(data + 8),
      };
    }
    if (id === 'data' && format) {
      // The actual size counts, not the size in the header.
      const length = Math.min(size, bytes.length - data);
      if (format.channels === 0 || format.rate === 0 || format.bytesPerSecond === 0) return undefined;
      return {
        format: 'wav',
        durationSec: length / format.bytesPerSecond,
        channels: format.channels,
        sampleRateHz: format.rate,
      };
    }
    at = data + size + (size % 2);
  }
  return undefined;
}

/** kbit/s by bitrate index: MPEG 1 Layer III, then MPEG 2 and 2.5. */
const bitrates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

interface Frame {
  readonly bytes: number;
  readonly samples: number;
  readonly rate: number;
  readonly channels: number;
}

/** A Layer III frame header at a place, if there is one. */
function frameAt(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length) return undefined;
  const head = bytes.readUInt32BE(at);
  const [sync, version, layer] = [head >>> 21, (head >>> 19) & 3, (head >>> 17) & 3];
  const [bitrateIndex, rateIndex, padding, mode] = [
    (head >>> 12) & 15,
    (head >>> 10) & 3,
    (head >>> 9) & 1,
    (head >>> 6) & 3,
  ];
  if (sync !== 0x7ff || version === 1 || layer !== 1 || rateIndex === 3) return undefined;
  const first = version === 3;
  const kbit = bitrates[first ? 0 : 1][bitrateIndex];
  const base = sampleRates[rateIndex];
  // Index 0 is "free format", which no encoder of today writes.
  if (!kbit || base === undefined) return undefined;
  const rate = first ? base : version === 2 ? base / 2 : base / 4;
  const samples = first ? 1152 : 576;
  return {
    bytes: Math.floor((samples / 8) * ((kbit * 1000) / rate)) + padding,
    samples,
    rate,
    channels: mode === 3 ? 1 : 2,
  };
}

/** Bytes of the ID3v2 tag at the beginning: its size is kept in seven bits a byte. */
function tagBytes(bytes: Buffer): number {
  if (bytes.length < 10 || ascii(bytes, 0, 3) !== 'ID3') return 0;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 0x7f), 0);
  return 10 + size + ((bytes[5] ?? 0) & 0x10 ? 10 : 0);
}

/** A frame with the encoder's own figures (Xing, Info, VBRI) holds no sound. */
function isInfoFrame(bytes: Buffer, at: number, { bytes: length }: Frame): boolean {
  const frame = bytes.subarray(at, at + Math.min(length, 200));
  return frame.includes('Xing') || frame.includes('Info') || frame.includes('VBRI');
}

function probeMp3(bytes: Buffer): AudioFacts | undefined {
  let at = tagBytes(bytes);
  const start = Math.min(bytes.length, at + 4096);
  // Two frames in a row: one alone may be a coincidence.
  for (; at < start; at++) {
    const frame = frameAt(bytes, at);
    if (frame && (frameAt(bytes, at + frame.bytes) || at + frame.bytes === bytes.length)) break;
  }
  const first = frameAt(bytes, at);
  if (!first) return undefined;
  if (isInfoFrame(bytes, at, first)) at += first.bytes;
  let samples = 0;
  for (let frame = frameAt(bytes, at); frame && at + frame.bytes <= bytes.length; frame = frameAt(bytes, at)) {
    samples += frame.samples;
    at += frame.bytes;
  }
  return samples === 0
    ? undefined
    : { format: 'mp3', durationSec: samples / first.rate, channels: first.channels, sampleRateHz: first.rate };
}

/** Reads duration, channels and sample rate of a wav or mp3 file; undefined when it is neither, or broken. */
export function probeAudio(bytes: Buffer): AudioFacts | undefined {
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WAVE') return probeWav(bytes);
  return probeMp3(bytes);
}
