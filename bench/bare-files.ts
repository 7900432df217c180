/**
 * The yardstick: one file in ranges, from node:http and a stream of the file, without signatures, states or a log.
 * Usage: FILE=… PORT=… node bench/bare-files.ts
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

const path = process.env['FILE'] ?? '';

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { size } = await stat(path);
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end) return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end();
  const headers = { 'content-type': 'application/octet-stream', 'content-length': end - start + 1 };
  if (from === '') response.writeHead(200, headers);
  else response.writeHead(206, { ...headers, 'content-range': `bytes ${start}-${end}/${size}` });
  await pipeline(createReadStream(path, { start, end }), response);
}

const server = createServer((request, response) => {
  // A client that goes away ends its stream, and that is all.
  answer(request, response).catch(() => response.destroy());
});
server.listen(Number(process.env['PORT']), '127.0.0.1', () => process.stdout.write('ready\n'));
