import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readApk } from '../../src/modules/ota/package/apk.ts';
import { UnreadablePackage, type PackageFault } from '../../src/modules/ota/package/chunks.ts';
import { apkOf, manifestOf, xmlOf, type ApkFacts } from '../../src/seed/demo/ota/apk.ts';
import { zipOf } from '../support/media.ts';
import { signed, tableOf, widened, type ResourceType } from '../support/packages.ts';

const facts = { packageName: 'com.example.wheelhouse', versionName: '5.2.0', versionCode: 520, minSdk: 26 };
const sha256 = 'a'.repeat(64);
const name = 'AndroidManifest.xml';

/** A file as the storage gives it, and how many bytes of it were read. */
function fileOf(bytes: Buffer) {
  const file = {
    size: bytes.length,
    sha256,
    taken: 0,
    async read(from: number, length: number): Promise<Buffer> {
      const part = bytes.subarray(from, from + length);
      file.taken += part.length;
      return part;
    },
  };
  return file;
}
const read = (bytes: Buffer) => readApk(fileOf(bytes));
/** What it says, or why it is refused. */
const outcome = async (bytes: Buffer): Promise<object | PackageFault> => {
  try {
    const { sha256: _same, ...said } = await read(bytes);
    return said;
  } catch (error) {
    if (error instanceof UnreadablePackage) return error.fault;
    throw error;
  }
};
const ofManifest = (bytes: Buffer) => outcome(signed(zipOf({ [name]: bytes })));

describe('the binary manifest', () => {
  test.each([true, false])('says what the package is, its texts in UTF-16: %s', async (utf16) => {
    expect(await ofManifest(manifestOf(facts, { utf16 }))).toEqual(facts);
    const { minSdk: _none, ...others } = { ...facts, packageName: 'com.例子.车', versionCode: 2_147_483_647 };
    expect(await ofManifest(manifestOf(others, { utf16 }))).toEqual({ ...others, minSdk: null });
    // Lengths of more than one unit.
    const versionName = '5'.repeat(utf16 ? 40_000 : 20_000);
    expect(await ofManifest(manifestOf({ ...facts, versionName }, { utf16 }))).toEqual({ ...facts, versionName });
  });

  test('goes by the numbers of its attributes, and by the element at its top', async () => {
    const [versionCode, versionName, minSdk] = [0x0101_021b, 0x0101_021c, 0x0101_020c];
    const sdk = (value: number) => ({ name: 'uses-sdk', attributes: [{ name: '', id: minSdk, value }] });
    const manifest = xmlOf({
      name: 'manifest',
      attributes: [
        // What tools add, and names that were taken away.
        { name: 'versionName', value: '1.0.0' },
        { name: 'platformBuildVersionName', value: '14' },
        { name: '', id: versionCode, value: 520 },
        { name: '', id: versionName, value: '5.2.0' },
        { name: 'package', id: 0x0101_0999, value: 'com.example.other' },
        { name: 'package', value: facts.packageName },
      ],
      children: [
        { name: 'application', attributes: [], children: [sdk(1), { name: 'manifest', attributes: [] }] },
        sdk(26),
      ],
    });
    expect(await ofManifest(manifest)).toEqual(facts);
  });

  test('names no app without a package, a version or a build number', async () => {
    const attributes = [
      { name: 'versionCode', id: 0x0101_021b, value: 520 },
      { name: 'versionName', id: 0x0101_021c, value: '5.2.0' },
      { name: 'package', value: facts.packageName },
    ];
    for (const without of attributes)
      expect(
        await ofManifest(xmlOf({ name: 'manifest', attributes: attributes.filter((one) => one !== without) })),
      ).toBe('unnamed');
    expect(await ofManifest(xmlOf({ name: 'resources', attributes }))).toBe('broken');
    expect(await ofManifest(Buffer.from(`<manifest package="${facts.packageName}"/>`))).toBe('broken');
  });

  test('cut off anywhere, or with a byte changed, is refused or read; it never hangs', async () => {
    const whole = manifestOf(facts);
    for (let length = 0; length < whole.length; length++)
      expect(await ofManifest(whole.subarray(0, length)), `${length} bytes`).toBe('broken');
    for (let at = 0; at < whole.length; at++)
      for (const value of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        // Other errors are thrown.
        expect(await ofManifest(changed), `byte ${at} as ${value}`).toBeDefined();
      }
  });
});

describe('a package that phones do not install', () => {
  const attributes = [
    { name: 'versionCode', id: 0x0101_021b, value: 520 },
    { name: 'versionName', id: 0x0101_021c, value: '5.2.0' },
    { name: 'package', value: facts.packageName },
  ];
  test.each([
    [{ name: 'split', value: 'config.arm64_v8a' }],
    [{ name: 'configForSplit', value: 'base' }],
    [{ name: 'isFeatureSplit', id: 0x0101_055b, value: 0xffff_ffff }],
    [{ name: 'isSplitRequired', id: 0x0101_0591, value: 0xffff_ffff }],
  ])('because it is a part: %o', async (part) => {
    expect(await ofManifest(xmlOf({ name: 'manifest', attributes: [...attributes, part] }))).toBe('split');
  });

  test('because nobody signed it, or its build number is beyond what numbers tell apart', async () => {
    const manifest = manifestOf(facts);
    expect(await outcome(zipOf({ [name]: manifest }))).toBe('unsigned');
    expect(await outcome(zipOf({ [name]: manifest, 'META-INF/CERT.EC': Buffer.from('a') }))).toMatchObject(facts);
    const major = { name: 'versionCodeMajor', id: 0x0101_0576, value: 0x20_0000 };
    expect(await ofManifest(xmlOf({ name: 'manifest', attributes: [...attributes, major] }))).toBe('codeTooLarge');
    const whole = { name: 'isSplitRequired', id: 0x0101_0591, value: 0 };
    expect(await ofManifest(xmlOf({ name: 'manifest', attributes: [...attributes, whole] }))).toMatchObject({
      versionCode: 520,
    });
  });
});

describe('values that are resources', () => {
  const referring: ApkFacts = {
    ...facts,
    versionName: { resource: 0x7f01_0001 },
    versionCode: { resource: 0x7f02_0000 },
  };
  const strings: ResourceType = { id: 1, entries: ['Wheelhouse', '5.2.0'] };
  const integers: ResourceType = { id: 2, entries: [520] };
  const inPackage = async (table: Buffer) => outcome(await apkOf(referring, { 'resources.arsc': table }));

  test.each(['plain', 'short', 'sparse', 'compact'] as const)('are looked up, their entries %s', async (layout) => {
    const gap: ResourceType = { ...strings, entries: [undefined, '5.2.0'], layout };
    for (const utf16 of [true, false])
      expect(await inPackage(tableOf([gap, { ...integers, layout }], utf16))).toEqual(facts);
  });

  test('are followed, and lead nowhere in a circle, when missing, or when they differ by configuration', async () => {
    const chain = { ...strings, entries: ['5.2.0', { resource: 0x7f01_0000 }] };
    expect(await inPackage(tableOf([chain, integers]))).toEqual(facts);
    const circle = { ...strings, entries: ['5.2.0', { resource: 0x7f01_0001 }] };
    const german = { ...strings, language: 'de', entries: [undefined, '5.2.0-de'] };
    for (const types of [[circle, integers], [integers], [strings, german, integers], [german, integers], []])
      expect(await inPackage(tableOf(types)), JSON.stringify(types)).toBe('unnamed');
    expect(await outcome(await apkOf(referring))).toBe('broken');
  });

  test('of a table that is cut off or changed are refused or read', async () => {
    const table = tableOf([strings, integers]);
    for (let length = 0; length < table.length; length += 7)
      expect(await inPackage(table.subarray(0, length)), `${length} bytes`).toBe('broken');
    for (let at = 0; at < table.length; at++)
      for (const value of [0, 0xff]) {
        const changed = Buffer.from(table);
        changed[at] = value;
        expect(await inPackage(changed), `byte ${at} as ${value}`).toBeDefined();
      }
  });
});

describe('the package', () => {
  test('is read where it says something, however large it is', async () => {
    const filler = { 'classes.dex': Buffer.alloc(20 * 1024 * 1024) };
    const file = fileOf(signed(zipOf({ [name]: manifestOf(facts), ...filler })));
    expect(await readApk(file)).toEqual({ ...facts, sha256 });
    expect(file.taken).toBeLessThan(200 * 1024);
    // Packed, with its sizes after the data.
    expect(await outcome(await apkOf(facts, { 'res/a.txt': 'a' }))).toEqual(facts);
  });

  test('is refused when it is cut off, goes on after its end, is something else, or has two manifests', async () => {
    const whole = await apkOf(facts, { 'res/a.txt': 'a'.repeat(5000) });
    for (let length = 0; length < whole.length; length++)
      expect(await outcome(whole.subarray(0, length)), `${length} bytes`).toBe('broken');
    expect(await outcome(Buffer.concat([whole, Buffer.from('a')]))).toBe('broken');
    expect(await outcome(widened(whole))).toBe('broken');
    expect(await outcome(zipOf({ 'a.txt': Buffer.from('a') }))).toBe('broken');
    const twice = zipOf({ [name]: manifestOf(facts), 'AndroidManifest.xm_': manifestOf({ ...facts, versionCode: 1 }) });
    for (let at = twice.indexOf('xm_'); at >= 0; at = twice.indexOf('xm_')) twice.write('xml', at, 'latin1');
    expect(await outcome(twice)).toBe('broken');
  });

  test('with any byte changed is refused or says the same', async () => {
    const whole = await apkOf(facts, { 'res/a.txt': 'a' });
    const said = new Set<string>();
    for (let at = 0; at < whole.length; at++)
      for (const value of [0, 0x7f, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        said.add(JSON.stringify(await outcome(changed)));
      }
    said.delete('"broken"');
    said.delete('"tooLarge"');
    // The name of its signature.
    said.delete('"unsigned"');
    expect([...said]).toEqual([JSON.stringify(facts)]);
  });

  test('is refused when its list leads to another file, or to more than a manifest is', async () => {
    const swapped = zipOf({ [name]: manifestOf(facts), 'other.xml': manifestOf({ ...facts, versionCode: 521 }) });
    const inList = swapped.indexOf(name, swapped.indexOf('PK\x01\x02', 0, 'latin1'), 'latin1');
    swapped.writeUInt32LE(swapped.lastIndexOf('PK\x03\x04', undefined, 'latin1'), inList - 4);
    expect(await outcome(swapped)).toBe('broken');
    expect(await outcome(zipOf({ [name]: deflateRawSync(Buffer.alloc(1000)) }, { size: 0xff_ffff }))).toBe('tooLarge');
  });

  test('that would unpack to more than its list says is a bomb', async () => {
    const bomb = await apkOf(facts, { 'a.txt': 'a' });
    const honest = await apkOf({ ...facts, packageName: `com.${'a'.repeat(20_000)}` });
    const inList = honest.indexOf('PK\x01\x02', 0, 'latin1');
    honest.writeUInt32LE(bomb.length, inList + 24);
    expect(await outcome(honest)).toBe('broken');
  });
});
