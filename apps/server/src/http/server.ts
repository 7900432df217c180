import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { versionLabel } from '@wheelhouse/contract/envelope';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import type { Call } from './call.ts';
import { isAsset, isFile, registerConsole } from './console.ts';
import type { App } from './context.ts';
import { registerDocs } from './docs.ts';
import { prepareDrain } from './drain.ts';
import { AppError } from './errors.ts';
import { guard, handle, langOfRequest } from './handle.ts';
import { registerHealth } from './health.ts';
import { registerLiveStream } from './live-stream.ts';
import { sendError } from './reply.ts';
import { inRequest, traceRequests } from './spans.ts';
import { traceRefused } from './trace.ts';

interface HttpOptions {
  /** Folder of the built console; absent: the API alone. */
  readonly consoleDir?: string;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const mebibyte = 1024 * 1024;

/** The HTTP side of the platform: calls, live stream, console, documentation, health. Not listening yet. */
export async function createHttp(
  app: App,
  calls: readonly Call[],
  options: HttpOptions = {},
): Promise<FastifyInstance> {
  // By its plain interface: the instance's type would carry the logger's otherwise.
  const loggerInstance: FastifyBaseLogger = app.log;
  const server: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: mebibyte,
    trustProxy: app.config.trustProxy,
    requestIdHeader: false,
    requestTimeout: 120_000,
    // While it stops, what was sent is answered as ever: see `drain`.
    return503OnClosing: false,
    genReqId: (raw) => {
      const given = raw.headers['x-request-id'];
      return typeof given === 'string' && uuid.test(given) ? given : randomUUID();
    },
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void sendError(request, reply, error, langOfRequest(request)),
  });
  server.decorateRequest('caller', null);
  server.decorateRequest('given', undefined);
  server.decorateRequest('rawBody', null);
  server.decorateRequest('answerCode', 0);
  traceRequests(server);
  answerErrors(server, app);
  // Schemas are for the documentation; input is checked by zod, answers are written by `sendResult`.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (data) => JSON.stringify(data));
  closeIdleWhileStopping(server);
  prepareDrain(server);
  acceptJson(server);
  acceptForms(server);
  await server.register(multipart, { throwFileSizeLimit: false });
  await server.register(helmet, {
    global: false,
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(app.config) },
    frameguard: { action: 'deny' },
    // No `includeSubDomains`: other hosts of the domain are not part of this service.
    strictTransportSecurity: { includeSubDomains: false },
  });
  server.addHook('onRequest', async (request, reply) => {
    if (isAsset(request.url)) return;
    reply.header('x-request-id', request.id);
    // What a browser may open as a page; an answer of a call is none, nor is a file of the console beside it.
    if (request.routeOptions.config.call === undefined && !isFile(request.url)) reply.helmet();
    else reply.header('x-content-type-options', 'nosniff');
  });
  if (app.config.docs) await registerDocs(server, versionLabel);
  registerHealth(server, app);
  if (app.config.roles.has('api')) registerLiveStream(server, app);
  for (const call of calls) registerCall(server, app, call);
  await registerConsole(server, options.consoleDir);
  return server;
}

/** Errors become answers, and traces in the operation log where the call leaves some. */
function answerErrors(server: FastifyInstance, app: App): void {
  server.setErrorHandler(async (error, request, reply) => {
    // The caller disconnected: report that, not the parser error of the incomplete body.
    const gone = request.raw.destroyed && !request.raw.complete;
    const reported = gone ? new AppError(1015, undefined, { status: 400, cause: error }) : error;
    if (gone) request.log.info({ route: request.routeOptions.url }, 'the caller went away while sending');
    await inRequest(request, async () => {
      await traceRefused(app, request, reply, reported);
      await sendError(request, reply, reported, langOfRequest(request));
    });
    return reply;
  });
}

/** Keep-alive connections become idle as running calls finish; each would delay the stop by over a minute. */
function closeIdleWhileStopping(server: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  server.addHook('preClose', async () => {
    timer = setInterval(() => server.server.closeIdleConnections(), 50);
  });
  server.addHook('onClose', async () => clearInterval(timer));
}

/** JSON is the body of nearly all calls besides multipart; an empty one is `{}`. */
function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.call?.proof) request.rawBody = body.toString();
    if (body.length === 0) done(null, {});
    else void parse(request, body.toString(), done);
  });
}

/** Forms are for the calls that say so: other systems' own protocols. A name that comes twice has its last value. */
function acceptForms(server: FastifyInstance): void {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config;
    if (call?.form !== true) return done(new AppError(1015, undefined, { status: 415 }));
    if (call.proof) request.rawBody = body.toString();
    return done(null, Object.fromEntries(new URLSearchParams(body.toString())));
  });
}

function registerCall(server: FastifyInstance, app: App, call: Call): void {
  server.route({
    method: call.file === true ? [call.method, 'HEAD'] : call.method,
    url: call.path,
    config: { call },
    ...(call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit }),
    // A body larger than JSON's limit is the upload's own affair; its parts are limited one by one.
    ...(call.upload && { bodyLimit: call.upload.maxBytes * (call.upload.maxFiles ?? 1) + mebibyte }),
    onRequest: async (request) => {
      if (call.access !== 'public') await guard(app, call)(request);
    },
    handler: handle(app, call),
  });
}

const amapHosts = ['https://*.amap.com', 'https://*.autonavi.com'];

/** Nothing from elsewhere, unless a map of elsewhere is configured. */
function contentPolicy(config: Config): Record<string, string[]> {
  const amap = config.amapKey === undefined ? [] : amapHosts;
  const tiles =
    config.mapTilesUrl === undefined
      ? []
      : [new URL(config.mapTilesUrl.replace(/^pmtiles:\/\/(?=https?:)/, '')).origin];
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...amap],
    // Ant Design writes its styles at run time.
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...amap, ...tiles],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...amap, ...tiles],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
}
