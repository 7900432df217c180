import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import { isMigrated } from '../db/migrate.ts';
import type { App } from './context.ts';
import { isDraining } from './drain.ts';
import { AppError } from './errors.ts';

/** Whether a request shows the token of the metrics. */
function shows(token: string, authorization: string | undefined): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ''));
}

/** Liveness and readiness, for anybody; metrics, which show how busy the business is, only with METRICS_TOKEN. */
export function registerHealth(server: FastifyInstance, app: App): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by registered path',
    labelNames: ['method', 'route', 'status', 'code'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [app.metrics],
  });
  server.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const labels = { method: request.method, route, status: reply.statusCode, code: request.answerCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    request.log.debug({ ...labels, userId: request.caller?.id, ms: Math.round(reply.elapsedTime) }, 'answered');
  });

  server.get('/healthz', { helmet: false }, async () => ({ status: 'up' }));
  server.get('/readyz', { helmet: false }, async (_request, reply) => {
    if (isDraining(server)) return reply.status(503).send({ status: 'down', reason: 'stopping' });
    const migrated = await isMigrated(app.pool).catch(() => undefined);
    // Lists can be read while there is no primary: a balancer must not leave out every process.
    if (migrated === undefined && app.reads.hasReplicas) {
      const readable = await app.reads.run(({ pool }) => isMigrated(pool)).catch(() => false);
      if (readable) return { status: 'reading' };
    }
    if (migrated === undefined) return reply.status(503).send({ status: 'down', reason: 'database' });
    if (!migrated) return reply.status(503).send({ status: 'down', reason: 'migrations' });
    if (!app.live.connected) return reply.status(503).send({ status: 'down', reason: 'live' });
    return { status: 'up' };
  });
  const { metricsToken, metricsOpen } = app.config;
  if (metricsToken === undefined && !metricsOpen) return;
  server.get('/metrics', { helmet: false }, async (request, reply) => {
    if (metricsToken !== undefined && !shows(metricsToken, request.headers.authorization))
      throw new AppError(1102, undefined, { status: 401 });
    return reply.header('content-type', app.metrics.contentType).send(await app.metrics.metrics());
  });
}
