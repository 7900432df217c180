import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isTracing, openRequest, type OpenSpan, SpanStatusCode } from '../tracing/spans.ts';

const spans = new WeakMap<FastifyRequest, OpenSpan>();

/** Makes a span of each call: method and route, status and code of its answer. Pages, files, probes and the live stream are no calls. */
export function traceRequests(server: FastifyInstance): void {
  if (!isTracing()) return;
  server.addHook('onRequest', (request, reply, done) => {
    const { call } = request.routeOptions.config;
    const { traceparent } = request.headers;
    const open =
      call &&
      openRequest(
        `${call.method} ${call.path}`,
        { 'http.request.method': call.method, 'http.route': call.path, 'wheelhouse.request_id': request.id },
        traceparent,
      );
    if (open === undefined) return done();
    spans.set(request, open);
    // Also where the caller goes away before the answer is sent.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw;
      open.span.setAttributes({
        'http.response.status_code': statusCode,
        'wheelhouse.code': request.answerCode,
        ...(!writableFinished && { 'wheelhouse.caller_gone': true }),
      });
      if (statusCode >= 500) open.span.setStatus({ code: SpanStatusCode.ERROR });
      open.span.end();
    });
    open.run(done);
  });
  // Reading the body has left the context of the request.
  server.addHook('preHandler', (request, _reply, done) => inRequest(request, done));
}

/** Runs work as a part of the request's trace. */
export function inRequest<Result>(request: FastifyRequest, work: () => Result): Result {
  const open = spans.get(request);
  return open === undefined ? work() : open.run(work);
}
