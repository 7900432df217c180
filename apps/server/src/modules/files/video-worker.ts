import { parentPort, workerData } from 'node:worker_threads';
import { EncodedPacketSink, FilePathSource, Input, MP4 } from 'mediabunny';
import type { VideoFacts } from './video.ts';

/** What the first picture track of an MP4 says of itself; undefined when there is none, or its end is missing. */
async function factsOf(path: string): Promise<VideoFacts | undefined> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  const codec = await track?.getCodec();
  if (!track || !codec) return undefined;
  // A file that was cut off still names its whole length: only its last picture shows it.
  const last = await new EncodedPacketSink(track).getPacket(Infinity);
  if (last === null) return undefined;
  const seconds = await input.computeDuration();
  return {
    codec,
    durationMs: Math.round(seconds * 1000),
    width: await track.getDisplayWidth(),
    height: await track.getDisplayHeight(),
  };
}

// The parent gives the path of a file and nothing else.
parentPort?.postMessage(await factsOf(workerData as string).catch(() => undefined));
