/**
 * What every firmware package begins with: a header of 64 bytes, little endian, which server and vehicle read alike.
 *
 * | at | bytes | what |
 * |---|---|---|
 * | 0 | 4 | `WHFW` |
 * | 4 | 1 | version of this format: 1 |
 * | 5 | 1 | D:PackageType: 1 full, 2 delta |
 * | 6 | 1 | D:DeviceType |
 * | 7 | 1 | 0 |
 * | 8 | 4 | version code: major · 10⁶ + minor · 10³ + patch |
 * | 12 | 4 | version code of the delta's base, 0 in a full package |
 * | 16 | 24 | part model in ASCII, filled up with zeros |
 * | 40 | 4 | bytes of the whole file |
 * | 44 | 20 | 0 |
 *
 * A `.bin` begins with it. In a `.hex` (Intel HEX) it is the first data; in a `.zip` the first entry, `header.bin`, stored without compression:
 * nobody has to inflate an archive to know what it is for. The signature is over the hash of the file, and so over its header.
 */

/** Bytes of the beginning of a file that `readFirmwareHeader` needs at most. */
export const firmwareHeadBytes = 1024;
const headerBytes = 64;
const magic = 'WHFW';
const format = 1;
const modelBytes = 24;
const entryName = 'header.bin';

export interface FirmwareHeader {
  readonly packageType: number;
  readonly deviceType: number;
  readonly versionCode: number;
  /** 0: none. */
  readonly baseVersionCode: number;
  readonly partModel: string;
  /** Bytes of the whole file. */
  readonly fileBytes: number;
}

const latin1Of = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The first data of an Intel HEX file; undefined where a record is malformed. */
function dataOfHex(head: Uint8Array): Uint8Array | undefined {
  const data: number[] = [];
  for (const line of latin1Of(head).split(/\r?\n/)) {
    if (data.length >= headerBytes) break;
    const record = /^:((?:[0-9A-Fa-f]{2}){5,})$/.exec(line)?.[1];
    if (record === undefined) return undefined;
    const bytes = (record.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    const [length = 0, , , type = -1] = bytes;
    const isWhole = bytes.length === length + 5 && bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0) === 0;
    if (!isWhole || type === 1) return undefined;
    // Other records than data say where the data goes.
    if (type === 0) data.push(...bytes.slice(4, 4 + length));
  }
  return Uint8Array.from(data);
}

/** The first entry of an archive, if it is a header as it is. */
function dataOfZip(head: Uint8Array): Uint8Array | undefined {
  if (head.length < 30) return undefined;
  const view = viewOf(head);
  const method = view.getUint16(8, true);
  const [packed, size] = [view.getUint32(18, true), view.getUint32(22, true)];
  const [nameLength, extraLength] = [view.getUint16(26, true), view.getUint16(28, true)];
  const from = 30 + nameLength + extraLength;
  if (method !== 0 || packed !== headerBytes || size !== headerBytes) return undefined;
  return latin1Of(head.subarray(30, 30 + nameLength)) === entryName
    ? head.subarray(from, from + headerBytes)
    : undefined;
}

function dataOf(head: Uint8Array): Uint8Array | undefined {
  if (head[0] === 0x3a) return dataOfHex(head);
  return latin1Of(head.subarray(0, 4)) === 'PK\x03\x04' ? dataOfZip(head) : head;
}

/** The header of a package, from the first `firmwareHeadBytes` of its file; undefined where there is none. */
export function readFirmwareHeader(head: Uint8Array): FirmwareHeader | undefined {
  const data = dataOf(head)?.subarray(0, headerBytes);
  if (data === undefined || data.length < headerBytes || latin1Of(data.subarray(0, 4)) !== magic) return undefined;
  const view = viewOf(data);
  if (view.getUint8(4) !== format) return undefined;
  return {
    packageType: view.getUint8(5),
    deviceType: view.getUint8(6),
    versionCode: view.getUint32(8, true),
    baseVersionCode: view.getUint32(12, true),
    partModel: latin1Of(data.subarray(16, 16 + modelBytes)).replace(/\0+$/, ''),
    fileBytes: view.getUint32(40, true),
  };
}

/** The header as bytes. */
function firmwareHeader(header: FirmwareHeader): Uint8Array {
  const bytes = new Uint8Array(headerBytes);
  const view = viewOf(bytes);
  const ascii = (text: string, at: number): void =>
    bytes.set(
      [...text].map((char) => char.charCodeAt(0) & 0x7f),
      at,
    );
  ascii(magic, 0);
  view.setUint8(4, format);
  view.setUint8(5, header.packageType);
  view.setUint8(6, header.deviceType);
  view.setUint32(8, header.versionCode, true);
  view.setUint32(12, header.baseVersionCode, true);
  ascii(header.partModel.slice(0, modelBytes), 16);
  view.setUint32(40, header.fileBytes, true);
  return bytes;
}

/** A package as a `.bin` file: its header and what is to be installed. */
export function firmwareBin(header: Omit<FirmwareHeader, 'fileBytes'>, content: Uint8Array): Uint8Array {
  const file = new Uint8Array(headerBytes + content.length);
  file.set(firmwareHeader({ ...header, fileBytes: file.length }));
  file.set(content, headerBytes);
  return file;
}

/** `V2.3.1-rc.1` → 2003001; undefined for what is no version. */
export function firmwareVersionCode(version: string): number | undefined {
  const found = /^V?(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:-|$)/.exec(version);
  if (found === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map(Number);
  return major * 1_000_000 + minor * 1_000 + patch;
}
