import { open } from 'node:fs/promises';
import { imageSize } from 'image-size';

/** Size of a picture; null: no picture, or none that can be read. */
export interface Pixels {
  readonly width: number | null;
  readonly height: number | null;
}

const none: Pixels = { width: null, height: null };
/** A header follows what cameras and programs write before it. */
const headBytes = 512 * 1024;

/** Size of a picture by its first bytes. */
export function pixelsIn(head: Uint8Array, contentType: string): Pixels {
  if (!contentType.startsWith('image/')) return none;
  try {
    const { width, height, orientation = 1 } = imageSize(head);
    // EXIF orientation: a rotated picture is shown with width and height exchanged.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return none;
  }
}

/** Size of the picture in a file. */
export async function pixelsOf(path: string, contentType: string): Promise<Pixels> {
  if (!contentType.startsWith('image/')) return none;
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return pixelsIn(buffer.subarray(0, bytesRead), contentType);
  } finally {
    await file.close();
  }
}
