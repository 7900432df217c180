import sharp from 'sharp';
import { expect, test } from 'vitest';
import { plainPicture } from '../../src/modules/files/image-metadata.ts';

const secret = 'Seaside Road 7';
/** A picture of 6 × 4 pixels that is turned, with a place, a name and a comment in it. */
const drawn = (orientation: number) =>
  sharp({ create: { width: 6, height: 4, channels: 3, background: '#c03' } })
    .withExif({ IFD0: { Artist: secret }, IFD3: { GPSLatitudeRef: 'N', GPSMapDatum: secret } })
    .withMetadata({ orientation });
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

const made = (bytes: Buffer, place: number, more: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, place), more, bytes.subarray(place)]);
const jpegComment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 2 + secret.length]), Buffer.from(secret)]);
const pngText = Buffer.concat([Buffer.from([0, 0, 0, secret.length]), Buffer.from(`tEXt${secret}crc.`)]);

test.each<[string, () => Promise<Buffer>]>([
  ['jpeg', async () => made(await drawn(6).jpeg().toBuffer(), 2, jpegComment)],
  ['jpeg', async () => made(await drawn(6).jpeg({ progressive: true }).toBuffer(), 2, jpegComment)],
  ['png', async () => made(await drawn(6).png().toBuffer(), 33, pngText)],
  ['webp', () => drawn(6).webp({ lossless: true }).toBuffer()],
])('a %s keeps its pixels and its orientation, and nothing else', async (kind, make) => {
  const given = Buffer.concat([await make(), Buffer.from(secret)]);
  expect(given.includes(secret)).toBe(true);
  const plain = plainPicture(given, `image/${kind}`);
  expect(plain.includes(secret)).toBe(false);
  expect(plain.length).toBeLessThan(given.length);
  expect(await pixels(plain)).toEqual(await pixels(given));
  const { orientation, exif } = await sharp(plain).metadata();
  expect(orientation).toBe(6);
  expect(exif?.length).toBeLessThan(40);
  // What is clean stays as it is.
  expect(plainPicture(plain, `image/${kind}`).equals(plain)).toBe(true);
});

test('a gif loses its comments and keeps its loop; what is no picture stays as it is', async () => {
  const frames = Buffer.from([...Array(3 * 4 * 4).fill(9), ...Array(3 * 4 * 4).fill(200)] as number[]);
  const gif = await sharp(frames, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif({ loop: 3 })
    .toBuffer();
  const at = gif.indexOf(Buffer.from([0x21]));
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, secret.length]), Buffer.from(`${secret}\0`)]);
  const plain = plainPicture(Buffer.concat([made(gif, at, comment), Buffer.from(secret)]), 'image/gif');
  expect(plain.equals(gif)).toBe(true);
  for (const kind of ['jpeg', 'png', 'webp', 'gif'])
    for (const bytes of [Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 1]), Buffer.alloc(0), Buffer.from('GIF89a')])
      expect(plainPicture(bytes, `image/${kind}`)).toEqual(bytes);
});
