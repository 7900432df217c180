import type { OwnRepair } from '@wheelhouse/contract/calls/repairs';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { cancellations, disputes, faults, praise, surnames } from './words.ts';
import type { Session } from './session.ts';

const { unhandled, dispatched, accepted, inRepair, toConfirm, done } = machines['SM-Repair'].states;
const open: readonly number[] = [unhandled, dispatched, accepted, inRepair, toConfirm];
const dayMs = 86_400_000;
/** An order may be rated for so long after its end, which comes after its beginning. */
const ratingMs = 15 * dayMs;
/** How many of a hundred owners give so many stars. */
const stars: readonly number[] = [4, 6, 12, 28, 50];

/** Reports a fault that a shop is to look at, on one of the next days. */
export async function fileRepair({ ask, now, spec, phone, memory, random }: Session): Promise<void> {
  const { vin } = spec;
  if (vin === null) return;
  const [faultSub, faultDesc] = random.pick(faults);
  const time = `${String(random.int(10, 16)).padStart(2, '0')}:${random.pick(['00', '30'])}:00`;
  await ask('POST /app/v1/repair/submit', {
    vin,
    contactName: `${random.pick(surnames)}${random.pick(['先生', '女士'])}`,
    contactMobile: phone.mobile,
    faultCategory: faultSub.slice(0, 3),
    faultSub,
    faultDesc,
    serviceType: codes.RepairServiceType.store,
    appointmentTime: `${formatDay(new Date(now + random.int(1, 5) * dayMs))} ${time}`,
  });
  memory.hasRepairs = true;
  memory.wroteAt = now;
}

const canRate = ({ status, rating, createTime }: OwnRepair, now: number): boolean =>
  status === done && rating === null && now - (parseInstant(createTime)?.getTime() ?? 0) < ratingMs;

/** Looks how their repairs stand: confirms or disputes what a shop has done, rates it, or no longer needs it. */
export async function followRepairs(session: Session): Promise<void> {
  const { ask, now, memory, random } = session;
  const { list } = await ask('GET /app/v1/repair/list', { page: 1, pageSize: 5 });
  memory.hasRepairs = list.some((one) => open.includes(one.status) || canRate(one, now));
  for (const one of list) {
    if (one.status === toConfirm && random.chance(0.75)) await confirm(session, one);
    else if (canRate(one, now) && random.chance(0.6)) await rate(session, one);
    else if (one.status === unhandled && random.chance(0.01)) {
      await ask('POST /app/v1/repair/cancel', { orderNo: one.orderNo, reason: random.pick(cancellations) });
      memory.wroteAt = now;
    }
  }
}

/** Nobody disputes twice. */
async function confirm({ ask, now, memory, random }: Session, { orderNo, log }: OwnRepair): Promise<void> {
  const disputed = log.some(({ action }) => action === 'dispute');
  const isGood = disputed || random.chance(0.88);
  await ask(
    'POST /app/v1/repair/confirm',
    isGood ? { orderNo, ok: 1 } : { orderNo, ok: 0, text: random.pick(disputes) },
  );
  memory.wroteAt = now;
}

async function rate({ ask, random }: Session, { orderNo }: OwnRepair): Promise<void> {
  const draw = random.int(1, 100);
  const score = stars.findIndex((_, n) => stars.slice(0, n + 1).reduce((sum, share) => sum + share, 0) >= draw) + 1;
  const [tags, texts] = praise[score > 3 ? 'good' : 'poor'];
  await ask('POST /app/v1/repair/rate', {
    orderNo,
    score,
    tags: [random.pick(tags)],
    text: random.chance(0.5) ? random.pick(texts) : null,
  });
}
