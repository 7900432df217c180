/** One frame of a server-sent event stream. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Parses `text/event-stream` (comments and unknown fields ignored). Frames may be cut anywhere between chunks.
 * `onBytes` is called for every chunk, also for one that is no event.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, onBytes?: () => void): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      // On the whole rest: a line end may be cut between its two characters.
      rest = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n');
      const frames = rest.split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const event = parseFrame(frame);
        if (event !== null) yield event;
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function parseFrame(frame: string): StreamEvent | null {
  let type = 'message';
  const data: string[] = [];
  for (const line of frame.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') data.push(value);
  }
  return data.length === 0 ? null : { type, data: data.join('\n') };
}
