import {
  chunksOf,
  chunkTypes,
  refuse,
  slice,
  stringsOf,
  valueAt,
  type Chunk,
  type Strings,
  type Value,
} from './chunks.ts';

/** What identifies an app in the binary AndroidManifest.xml of its package; values may be resources of the package. */
export interface Manifest {
  readonly packageName: Value;
  readonly versionName: Value;
  readonly versionCode: Value;
  /** The upper 32 bits of the build number. */
  readonly versionCodeMajor: Value;
  /** API level. */
  readonly minSdk: Value;
  /** It is a part of a package, or a package that is not whole without its parts. */
  readonly isSplit: boolean;
}

/** Android goes by these numbers; names of attributes may be missing. */
const attributeIds = {
  versionCode: 0x0101_021b,
  versionName: 0x0101_021c,
  minSdkVersion: 0x0101_020c,
  versionCodeMajor: 0x0101_0576,
  isFeatureSplit: 0x0101_055b,
  isSplitRequired: 0x0101_0591,
} as const;
const attributeBytes = 20;

interface Attribute {
  readonly name: string | undefined;
  /** 0: it has none. */
  readonly id: number;
  readonly value: Value;
}

interface Element {
  readonly name: string | undefined;
  readonly attributes: readonly Attribute[];
}

function elementOf({ bytes, headerSize }: Chunk, strings: Strings, ids: Buffer): Element {
  const start = headerSize + bytes.readUInt16LE(headerSize + 8);
  const [step, count] = [bytes.readUInt16LE(headerSize + 10), bytes.readUInt16LE(headerSize + 12)];
  if (count > 0 && step < attributeBytes) refuse();
  const attributes = Array.from({ length: count }, (_, i): Attribute => {
    const part = slice(bytes, start + i * step, attributeBytes);
    const index = part.readUInt32LE(4);
    return {
      name: strings(index),
      id: index * 4 + 4 <= ids.length ? ids.readUInt32LE(index * 4) : 0,
      value: valueAt(part, 12, strings),
    };
  });
  return { name: strings(bytes.readUInt32LE(headerSize + 4)), attributes };
}

const byId = (element: Element | undefined, name: keyof typeof attributeIds): Value =>
  element?.attributes.find(({ id }) => id === attributeIds[name])?.value;

const plain = ({ attributes }: Element, wanted: string): Value =>
  attributes.find(({ name, id }) => name === wanted && id === 0)?.value;

/** By what build tools write: the part's name, or that the package needs parts. */
const isSplit = (root: Element): boolean =>
  plain(root, 'split') !== undefined ||
  plain(root, 'configForSplit') !== undefined ||
  [byId(root, 'isFeatureSplit'), byId(root, 'isSplitRequired')].some((value) => value !== undefined && value !== 0);

/** @throws UnreadablePackage, RangeError where it points beyond its end */
export function readManifest(bytes: Buffer): Manifest {
  let [strings, ids, depth]: [Strings, Buffer, number] = [() => undefined, Buffer.alloc(0), 0];
  let root: Element | undefined;
  let sdk: Element | undefined;
  for (const chunk of chunksOf(bytes, chunkTypes.xml)) {
    if (chunk.type === chunkTypes.strings) strings = stringsOf(chunk);
    else if (chunk.type === chunkTypes.ids) ids = chunk.bytes.subarray(chunk.headerSize);
    else if (chunk.type === chunkTypes.end) depth--;
    else if (chunk.type === chunkTypes.start) {
      depth++;
      if (depth > 2) continue;
      const element = elementOf(chunk, strings, ids);
      if (depth === 1) root ??= element;
      else if (element.name === 'uses-sdk') sdk ??= element;
    }
  }
  if (root?.name !== 'manifest') return refuse();
  return {
    packageName: plain(root, 'package'),
    versionName: byId(root, 'versionName'),
    versionCode: byId(root, 'versionCode'),
    versionCodeMajor: byId(root, 'versionCodeMajor'),
    minSdk: byId(sdk, 'minSdkVersion'),
    isSplit: isSplit(root),
  };
}
