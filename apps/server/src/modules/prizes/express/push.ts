import { Counter, type Registry } from 'prom-client';
import { sql } from 'kysely';
import { z } from 'zod';
import { expressOf, type ExpressPush, type Parcel } from '../../../adapters/express/index.ts';
import { once } from '../../../db/metrics.ts';
import { withTransaction } from '../../../db/pool.ts';
import { BareReply, defineCall, type Proof } from '../../../http/call.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { isCallback } from './callback.ts';
import { takeNews, type Told } from './news.ts';

const bodyLimit = 256 * 1024;
/** Seconds after which a parcel that the service has given up is subscribed to again. */
const againSec = 24 * 3600;

const results = ['taken', 'old', 'same', 'unknown', 'refused'] as const;
/** Pushes of the express service, by what they were. */
export function pushCounter(registry: Registry): Counter<'result'> {
  return once(registry, 'wheelhouse_express_pushes_total', () => {
    const counter = new Counter({
      name: 'wheelhouse_express_pushes_total',
      help: 'Pushes of the express service',
      labelNames: ['result'],
      registers: [registry],
    });
    for (const result of results) counter.inc({ result }, 0);
    return counter;
  });
}

const parcelOf = (params: unknown): Parcel & { readonly secret: string } => {
  const { company, number, secret } = z
    .object({ company: z.string(), number: z.string(), secret: z.string() })
    .parse(params);
  return { company, number, secret };
};

const form = z.object({ param: z.string(), sign: z.string() });

const proof: Proof = {
  scheme: 'express',
  async verify(app, request): Promise<void> {
    const { secret, ...parcel } = parcelOf(request.params);
    const service = await expressOf(app);
    const given = form.safeParse(Object.fromEntries(new URLSearchParams(request.rawBody ?? '')));
    if (!isCallback(app, parcel, secret) || !given.success || !service.isSigned(given.data)) {
      pushCounter(app.metrics).inc({ result: 'refused' });
      throw new AppError(1102, undefined, { status: 401 });
    }
  },
};

/** The service has given up a parcel: it is subscribed to again a day later, and shown until then. */
async function noteAborted(app: App, { company, number }: Parcel): Promise<void> {
  await sql`
    update exp_parcel set trouble = 'noRecord', subscribed_time = null, next_time = now() + make_interval(secs => ${againSec})
    where company = ${company} and number = ${number} and next_time is not null`.execute(app.db);
}

async function take(app: App, parcel: Parcel, push: ExpressPush | undefined): Promise<Told> {
  // An address is for its number alone.
  if (push === undefined || push.number !== parcel.number) return 'unknown';
  const told = await withTransaction(app.db, (tx) => takeNews(tx, app, parcel, push.track, 'pushed'));
  if (push.isAborted) await noteAborted(app, parcel);
  return told;
}

/**
 * Kuaidi100 tells what has become of a parcel. Whatever it was, it is answered as taken, also of a number that nobody follows any more; only what is not
 * signed, or comes to an address that was not made here, is refused with 401 (1102).
 */
export const expressPush = defineCall('POST /act/v1/express/:company/:number/:secret', {
  access: 'public',
  proof,
  form: true,
  bodyLimit,
  body: form.loose(),
  summary: { zh: '快递100推送', en: 'Kuaidi100 tells about a parcel' },
  async run({ app, params }, { param }) {
    const { secret: _, ...parcel } = parcelOf(params);
    const push = (await expressOf(app)).readPush(param);
    const told = await take(app, parcel, push);
    pushCounter(app.metrics).inc({ result: told });
    return new BareReply({ result: true, returnCode: '200', message: '成功' });
  },
});
