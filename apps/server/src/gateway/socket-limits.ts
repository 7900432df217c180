import { maxPayloadBytes } from '@wheelhouse/contract/device/payloads';
import type { Socket } from 'node:net';
import { FrameFilter } from './frames.ts';
import type { InFlightWindow } from './in-flight-window.ts';

/** Topic, message id and length bytes beside the payload. */
const frameOverhead = 256;

/** Message ids of PUBLISH packets whose payload was dropped. */
export interface LimitedSocket {
  /** True once per dropped payload. */
  takeOversize(messageId: number | undefined): boolean;
}

/**
 * Puts the window and the frame filter between a socket and the broker, which reads with `read()` on `readable` and not again before all it
 * read is answered. So what a connection can have in memory is one chunk, and no chunk is read while the window is full.
 */
export function limitSocket(socket: Socket, window: InFlightWindow): LimitedSocket {
  const oversize = new Set<number>();
  const frames = new FrameFilter(maxPayloadBytes + frameOverhead, (messageId) => oversize.add(messageId));
  const read = socket.read.bind(socket);
  const resume = () => void socket.emit('readable');
  socket.read = (size?: number): Buffer | null => {
    // The stream's own request to fetch more: it consumes nothing.
    if (size === 0) return read(0) as null;
    if (!window.isOpen) {
      window.wait(resume);
      return null;
    }
    const chunk = read() as Buffer | null;
    if (chunk === null) return null;
    try {
      return frames.push(chunk);
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
      return null;
    }
  };
  socket.once('close', () => window.cancel(resume));
  return { takeOversize: (messageId) => oversize.delete(messageId ?? 0) };
}
