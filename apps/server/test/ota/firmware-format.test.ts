import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { firmwareBin, firmwareHeadBytes, firmwareVersionCode, readFirmwareHeader } from '@wheelhouse/contract/firmware';
import { ConfigError, readConfig, readSecrets } from '../../src/config.ts';
import { firmwareKeyId, readFirmwareKeys } from '../../src/config-parts.ts';
import { digestsOf } from '../../src/modules/files/service.ts';
import { checkSignature } from '../../src/modules/ota/firmware/keys.ts';
import { zipOf } from '../support/media.ts';
import { tempDir } from '../support/temp.ts';

const header = { packageType: 2, deviceType: 1, versionCode: 2_003_001, baseVersionCode: 2_003_000, partModel: 'ZK3' };
const bin = Buffer.from(firmwareBin(header, Buffer.alloc(500, 7)));
const head = bin.subarray(0, 64);
const expected = { ...header, fileBytes: bin.length };

/** Intel HEX: records of 16 bytes. */
function hexOf(bytes: Buffer): Buffer {
  const lines = Array.from({ length: Math.ceil(bytes.length / 16) }, (_, at) => {
    const data = bytes.subarray(at * 16, at * 16 + 16);
    const record = Buffer.concat([Buffer.from([data.length, (at * 16) >> 8, (at * 16) & 0xff, 0]), data]);
    const sum = record.reduce((total, byte) => total + byte, 0);
    return `:${record.toString('hex').toUpperCase()}${(-sum & 0xff).toString(16).padStart(2, '0').toUpperCase()}`;
  });
  return Buffer.from([':020000040800F2', ...lines, ':00000001FF', ''].join('\r\n'));
}

describe('the header of a package', () => {
  test('is read of a .bin, a .hex and a .zip', () => {
    const zip = zipOf({ 'header.bin': head, 'image.bin': bin.subarray(64) });
    for (const file of [bin, hexOf(bin), zip])
      expect(readFirmwareHeader(file.subarray(0, firmwareHeadBytes))).toEqual(expected);
  });

  test('is not read of what is cut off, changed, in another format, or packed', () => {
    const changed = (at: number, value: number) => bin.with(at, value);
    const hex = hexOf(bin);
    const wrong = [
      bin.subarray(0, 63),
      changed(0, 0x77),
      changed(4, 2),
      Buffer.alloc(0),
      Buffer.from('PK\x03\x04', 'latin1'),
      zipOf({ 'other.bin': head }),
      zipOf({ 'header.bin': bin }),
      zipOf({ 'header.bin': head }, { size: 4_000_000_000 }),
      // A digit of a record whose sum no longer fits, and a record that is cut off.
      Buffer.from(hex.toString().replace('57484657', '57484658')),
      hex.subarray(0, 60),
    ];
    for (const file of wrong) expect(readFirmwareHeader(file), file.toString('latin1').slice(0, 40)).toBeUndefined();
  });

  test.each([
    ['V2.3.1', 2_003_001],
    ['2.3.1-rc.1', 2_003_001],
    ['999.999.999', 999_999_999],
    ['2.3', undefined],
    ['V2.3.1x', undefined],
    ['', undefined],
  ])('counts version %s as %s', (version, code) => expect(firmwareVersionCode(version)).toBe(code));
});

test('digests are those of the whole file, however it arrives', async () => {
  async function* pieces(...sizes: number[]) {
    const bytes = Buffer.from('123456789');
    let from = 0;
    for (const size of [...sizes, 9]) {
      yield bytes.subarray(from, from + size);
      from += size;
    }
  }
  for (const sizes of [[], [1], [4, 0, 4]])
    expect(await digestsOf(pieces(...sizes))).toEqual({
      // The check values of CRC-32/ISO-HDLC and CRC-16/MODBUS.
      crc32: 'cbf43926',
      crc16: '4b37',
      md5: '25f9e794323b453885f5181f1b624d0b',
      sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
      head: Buffer.from('123456789'),
    });
});

describe('signatures of RFC 8032, section 7.1', () => {
  // Public key, message, signature.
  const vectors = [
    [
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
    [
      'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
      'af82',
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    ],
    [
      'ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf',
      'ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f',
      'dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704',
    ],
  ] as const;
  const [other] = vectors[0];

  test.each(vectors)('%s', (key, message, hex) => {
    const keeper = keeperOf([other, key].map((one) => listed(one)));
    const signature = Buffer.from(hex, 'hex');
    const check = (text: string, bytes: Uint8Array) =>
      checkSignature(keeper, text, Buffer.from(bytes).toString('base64'));
    expect(check(message, signature)).toEqual({ keyId: firmwareKeyId(Buffer.from(key, 'hex')) });
    expect(check(`${message}00`, signature)).toHaveProperty('fault');
    for (const at of [0, 31, 32, 63])
      expect(check(message, signature.with(at, signature.readUInt8(at) ^ 1)), `byte ${at}`).toHaveProperty('fault');
    // The same signature with the order of the group added to its second half (RFC 8032, 5.1.7: S is below the order).
    expect(check(message, addOrder(signature))).toHaveProperty('fault');
    expect(check(message, signature.subarray(0, 63))).toHaveProperty('fault');
  });
});

/** Adds L = 2^252 + 27742317777372353535851937790883648493 to the second half, little endian. */
function addOrder(signature: Buffer): Buffer {
  const order = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
  const half = Buffer.from(signature.subarray(32)).reverse().toString('hex');
  const sum = (BigInt(`0x${half}`) + order).toString(16).padStart(64, '0');
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(sum, 'hex').reverse()]);
}

interface Listed {
  readonly publicKey: string;
  readonly from: string;
  readonly until: string;
}
const listed = (hex: string, from = '2020-01-01T00:00:00+08:00', until = '2099-01-01T00:00:00+08:00'): Listed => ({
  publicKey: Buffer.from(hex, 'hex').toString('base64'),
  from,
  until,
});

const dir = tempDir();
afterAll(() => rmSync(dir, { recursive: true, force: true }));
function fileOf(content: string): string {
  const path = join(dir, `${randomUUID()}.json`);
  writeFileSync(path, content);
  return path;
}
function keeperOf(keys: readonly Listed[]) {
  const unique = [...new Map(keys.map((key) => [key.publicKey, key])).values()];
  const config = readConfig({ FIRMWARE_KEYS: fileOf(JSON.stringify(unique)), DATA_DIR: dir });
  return { config, secrets: readSecrets(config) };
}

describe('the list of release keys', () => {
  const [one, two, three] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [string, string, string];

  test('has a key and its successor at once, and any number one after the other', () => {
    const keys = [
      listed(one, '2020-01-01T00:00:00+08:00', '2025-01-01T00:00:00+08:00'),
      listed(two, '2024-01-01T00:00:00+08:00', '2027-01-01T00:00:00+08:00'),
      listed(three, '2025-01-01T00:00:00+08:00', '2029-01-01T00:00:00+08:00'),
    ];
    expect(readFirmwareKeys(fileOf(JSON.stringify(keys)))?.map(({ id }) => id)).toEqual(
      [one, two, three].map((key) => firmwareKeyId(Buffer.from(key, 'hex'))),
    );
    expect(readFirmwareKeys(undefined)).toBeUndefined();
  });

  test.each([
    ['no JSON', '{'],
    ['no list', '{}'],
    ['an empty list', '[]'],
    ['no period', JSON.stringify([{ publicKey: listed(one).publicKey }])],
    ['a key of 31 bytes', JSON.stringify([listed(one.slice(2))])],
    ['an end before the beginning', JSON.stringify([listed(one, '2030-01-01T00:00:00Z', '2029-01-01T00:00:00Z')])],
    ['three keys at once', JSON.stringify([one, two, three].map((key) => listed(key)))],
  ])('with %s is refused, and nothing of it repeated', (_name, content) => {
    const read = () => readFirmwareKeys(fileOf(content));
    expect(read).toThrow(ConfigError);
    expect(read).not.toThrow(listed(one).publicKey);
  });

  test('that is not there is refused', () => {
    expect(() => readFirmwareKeys(join(dir, 'none.json'))).toThrow(ConfigError);
  });
});
