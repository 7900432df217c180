import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';

/** Messages of one topic of the live stream, as they come. */
export interface LiveMessages<Data> {
  readonly status: number | undefined;
  readonly messages: Data[];
  close(): void;
}

/** Opens `GET /live/stream` on a server that listens. */
export async function openStream<Data>(port: number, topic: string, token: string): Promise<LiveMessages<Data>> {
  const headers = { authorization: `Bearer ${token}` };
  const outgoing = request({ port, path: `/live/stream?topics=${topic}`, headers }).end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const messages: Data[] = [];
  let rest = '';
  incoming.setEncoding('utf8');
  incoming.on('error', () => undefined);
  incoming.on('data', (part: string) => {
    const frames = (rest + part).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames)
      if (frame.startsWith('data: ')) messages.push((JSON.parse(frame.slice(6)) as { d: Data }).d);
  });
  return { status: incoming.statusCode, messages, close: () => outgoing.destroy() };
}
