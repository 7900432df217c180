import type { ParsedPackage } from '@wheelhouse/contract/calls/ota/versions';
import { entriesOf, findDirectory, unpack, UnreadableFile, type Listed } from '../../../sheet/check.ts';
import type { StoredReader } from '../../files/service.ts';
import { refuse, UnreadablePackage, type Value } from './chunks.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { readResources, type Resources } from './resources.ts';

const mebibyte = 1024 * 1024;
/** Files of an archive, bytes of its list and of what is read: of a package of 300 MB nothing else is. */
const most = { entries: 65_535, directory: 16 * mebibyte, manifest: 4 * mebibyte, resources: 32 * mebibyte };
/** The end of an archive with the longest comment. */
const tailBytes = 65_557;
const localHeader = 0x04034b50;

interface Listing {
  readonly entries: readonly Listed[];
  /** Where the list begins. */
  readonly offset: number;
}

const signingBlock = Buffer.from('APK Sig Block 42');

/** Whether somebody signed it: in a block before the list of files, or, as the first versions of Android ask for, in a file. Phones install no other. */
async function isSigned(file: StoredReader, { entries, offset }: Listing): Promise<boolean> {
  if (entries.some(({ name }) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name))) return true;
  const from = offset - signingBlock.length;
  return from > 0 && (await file.read(from, signingBlock.length)).equals(signingBlock);
}

/** The files that a package lists. ZIP64 is refused: Android has no such packages, and readers of it disagree. */
async function entriesIn(file: StoredReader): Promise<Listing> {
  const tail = await file.read(Math.max(0, file.size - tailBytes), tailBytes);
  const directory = findDirectory(tail);
  const length = file.size - directory.offset;
  // What follows the archive is not its own: Android refuses it as well.
  if (directory.isWide || directory.end !== tail.length || length <= 0) refuse();
  if (length > most.directory) refuse('tooLarge');
  const list = await file.read(directory.offset, length);
  return { entries: entriesOf(list, { ...directory, offset: 0 }, most), offset: directory.offset };
}

/** The one file of that name, unpacked. Phones and tools disagree about which of two is the right one. */
async function fileNamed(file: StoredReader, entries: readonly Listed[], name: string, limit: number): Promise<Buffer> {
  const [entry, second] = entries.filter((one) => one.name === name);
  if (entry === undefined || second !== undefined || entry.encrypted) return refuse();
  if (entry.size > limit || entry.packed > limit) refuse('tooLarge');
  const nameBytes = Buffer.byteLength(name);
  const head = await file.read(entry.offset, 30 + nameBytes);
  // The file itself says what the list says of it, or it is another one's.
  const isItsOwn =
    head.length === 30 + nameBytes &&
    head.readUInt32LE(0) === localHeader &&
    head.readUInt16LE(8) === entry.method &&
    head.readUInt16LE(26) === nameBytes &&
    head.toString('utf8', 30) === name;
  if (!isItsOwn || (entry.method !== 0 && entry.method !== 8)) refuse();
  const packed = await file.read(entry.offset + 30 + nameBytes + head.readUInt16LE(28), entry.packed);
  if (packed.length < entry.packed) refuse();
  return unpack(packed, entry);
}

const isReference = (value: unknown): boolean => typeof value === 'object';

/** Build tools write versions out, unless the manifest refers to a resource: then the package has a table of them. */
async function resourcesFor(file: StoredReader, entries: readonly Listed[], manifest: Manifest): Promise<Resources> {
  if (!Object.values(manifest).some(isReference)) return () => undefined;
  return readResources(await fileNamed(file, entries, 'resources.arsc', most.resources));
}

function identityOf(manifest: Manifest, resources: Resources): Omit<ParsedPackage, 'sha256'> {
  const resolved = (value: Value): string | number | undefined => {
    const found = typeof value === 'object' ? resources(value.resource) : value;
    return typeof found === 'object' ? undefined : found;
  };
  const number = (value: Value): number | undefined => {
    const found = resolved(value);
    if (typeof found === 'number') return found;
    return found !== undefined && /^\d{1,10}$/.test(found) ? Number(found) : undefined;
  };
  const [packageName, versionName] = [resolved(manifest.packageName), resolved(manifest.versionName)];
  const code = number(manifest.versionCode);
  if (typeof packageName !== 'string' || typeof versionName !== 'string') return refuse('unnamed');
  if (packageName === '' || versionName === '' || code === undefined) return refuse('unnamed');
  const versionCode = (number(manifest.versionCodeMajor) ?? 0) * 2 ** 32 + code;
  if (!Number.isSafeInteger(versionCode)) refuse('codeTooLarge');
  return { packageName, versionName, versionCode, minSdk: number(manifest.minSdk) ?? null };
}

/** What an Android package says of itself, from its own bytes. @throws UnreadablePackage */
export async function readApk(file: StoredReader): Promise<ParsedPackage> {
  try {
    const listing = await entriesIn(file);
    const { entries } = listing;
    const manifest = readManifest(await fileNamed(file, entries, 'AndroidManifest.xml', most.manifest));
    if (manifest.isSplit) refuse('split');
    const identity = identityOf(manifest, await resourcesFor(file, entries, manifest));
    if (!(await isSigned(file, listing))) refuse('unsigned');
    return { ...identity, sha256: file.sha256 };
  } catch (error) {
    if (error instanceof UnreadableFile)
      throw new UnreadablePackage(error.reason === 'tooLarge' ? 'tooLarge' : 'broken', { cause: error });
    // What points beyond its end is read like what is cut off.
    if (error instanceof RangeError) throw new UnreadablePackage('broken', { cause: error });
    throw error;
  }
}
