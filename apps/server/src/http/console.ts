import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from './errors.ts';
import { langOfRequest } from './handle.ts';
import { sendError } from './reply.ts';

const assets = '/assets/';

/** A hashed file of the build. Dozens make up a page: they carry no more headers than they need. */
export const isAsset = (url: string): boolean => url.startsWith(assets);

/** Named like a file: script, picture or data, which rules for pages mean nothing to. */
export const isFile = (url: string): boolean => /^[^?]*\.(?!html)\w{1,8}(?:\?|$)/.test(url);

/** The base map changes with a release only; the page itself is revalidated on each visit. */
function cacheControl(path: string): string {
  if (path.includes('/basemap/')) return 'public, max-age=86400';
  return 'no-cache';
}

/** Serves the built console (`dir`; absent: the API alone), and its page for every address that only it knows. */
export async function registerConsole(server: FastifyInstance, dir: string | undefined): Promise<void> {
  const built = dir !== undefined && existsSync(join(dir, 'index.html'));
  if (built && existsSync(join(dir, assets))) await registerAssets(server, join(dir, assets));
  await server.register(fastifyStatic, {
    ...(built ? { serve: true, root: dir } : { serve: false }),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // A call's own file has said how long it may be kept.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', cacheControl(path));
    },
  });
  // Not async: the static handler waits for this reply already, and each more waiting would add its listeners to it.
  server.setNotFoundHandler((request, reply) => {
    if (built && isNavigation(request)) reply.sendFile('index.html');
    else void sendError(request, reply, new AppError(1013, undefined, { status: 404 }), langOfRequest(request));
  });
}

/** Names carry the hash of the content: nothing of it is ever asked for again. */
async function registerAssets(server: FastifyInstance, root: string): Promise<void> {
  await server.register(fastifyStatic, {
    root,
    prefix: assets,
    decorateReply: false,
    preCompressed: true,
    acceptRanges: false,
    etag: false,
    lastModified: false,
    cacheControl: false,
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('x-content-type-options', 'nosniff');
    },
  });
}

/** A browser opening a page, not a script, image or call that does not exist. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return (request.headers.accept ?? '').includes('text/html') && !isFile(request.url);
}
