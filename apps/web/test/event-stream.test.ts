import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from '../src/api/event-stream.ts';

function bodyOf(bytes: Uint8Array, cuts: readonly number[]): ReadableStream<Uint8Array> {
  const places = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  return new ReadableStream({
    start(controller) {
      for (let i = 1; i < places.length; i++) controller.enqueue(bytes.slice(places[i - 1], places[i]));
      controller.close();
    },
  });
}

async function eventsOf(text: string, cuts: readonly number[] = []): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(bodyOf(new TextEncoder().encode(text), cuts))) events.push(event);
  return events;
}

const stream =
  ': open\n\ndata: {"t":"fleet","d":{"name":"轻羽"}}\n\n: beat\n\nevent: resync\ndata: {}\n\nevent: end\ndata: {"code":1105}\n\n';

test('frames are read, comments are not events', async () => {
  expect(await eventsOf(stream)).toEqual([
    { type: 'message', data: '{"t":"fleet","d":{"name":"轻羽"}}' },
    { type: 'resync', data: '{}' },
    { type: 'end', data: '{"code":1105}' },
  ]);
});

test('several data lines are one text; a frame without its end is not delivered', async () => {
  expect(await eventsOf('data: a\r\ndata: b\r\n\r\ndata: unfinished')).toEqual([{ type: 'message', data: 'a\nb' }]);
});

test('cuts between chunks change nothing, also inside a character and between CR and LF', async () => {
  for (const text of [stream, stream.replaceAll('\n', '\r\n')]) {
    const whole = await eventsOf(text);
    const length = new TextEncoder().encode(text).length;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(length), { maxLength: 6 }), async (cuts) => {
        expect(await eventsOf(text, cuts)).toEqual(whole);
      }),
    );
  }
});
