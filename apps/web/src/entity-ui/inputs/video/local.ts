import type { UploadFacts } from '@wheelhouse/entities/media';

const patienceMs = 5_000;

/** What the browser can read of a video before it is sent, to avoid a useless upload; the server decides by the bytes. */
export async function localFacts(file: File): Promise<UploadFacts> {
  const url = URL.createObjectURL(file);
  const video = document.createElement('video');
  video.preload = 'metadata';
  const isRead = await new Promise<boolean>((resolve) => {
    video.onloadedmetadata = () => resolve(true);
    video.onerror = () => resolve(false);
    setTimeout(() => resolve(false), patienceMs);
    video.src = url;
  });
  const { videoWidth: width, videoHeight: height, duration } = video;
  video.removeAttribute('src');
  URL.revokeObjectURL(url);
  // A codec that this browser lacks has a length, but no picture.
  if (!isRead || width === 0 || !Number.isFinite(duration)) return { size: file.size };
  return { size: file.size, width, height, durationMs: Math.round(duration * 1000) };
}
