import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/** What the live stream of a server has sent so far. */
export interface LiveStream {
  readonly status: number | undefined;
  readonly messages: { readonly t: string; readonly d: Record<string, unknown> }[];
  /** Messages of one topic. */
  of<Data>(topic: string): Data[];
  /** The answer as it comes, to hold it back. */
  readonly raw: IncomingMessage;
  close(): void;
}

/** Opens `GET /live/stream` on a server that listens. @param topics separated by commas */
export async function openStream(port: number, topics: string, token: string): Promise<LiveStream> {
  const headers = { authorization: `Bearer ${token}` };
  const outgoing = request({ port, path: `/live/stream?topics=${topics}`, headers }).end();
  const [raw] = (await once(outgoing, 'response')) as [IncomingMessage];
  const messages: LiveStream['messages'] = [];
  let rest = '';
  raw.setEncoding('utf8');
  raw.on('error', () => undefined);
  raw.on('data', (part: string) => {
    const frames = (rest + part).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames)
      if (frame.startsWith('data: ')) messages.push(JSON.parse(frame.slice(6)) as LiveStream['messages'][number]);
  });
  return {
    status: raw.statusCode,
    messages,
    of: <Data>(topic: string) => messages.filter(({ t }) => t === topic).map(({ d }) => d as Data),
    raw,
    close: () => outgoing.destroy(),
  };
}
