import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import {
  carrierOf,
  CarrierRefused,
  type CarrierAdapter,
  type CarrierAnswers,
  type CarrierMany,
} from '../../adapters/carrier/index.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { limiter } from '../../limiter.ts';
import { startRounds } from '../../work/rounds.ts';
import { keepCards, keepUnknown, unlessAskedAgain } from './keep-cards.ts';
import { keepDays } from './keep-days.ts';
import type { WorkApp } from './due.ts';

// Reads cards from their carriers when their turn has come: their states (`next_sync_time`) and their usage (`next_usage_time`), many with one
// request where the carrier offers it.

/** Days that are read again each night: carriers count some of them late. */
const lateDays = 7;
const leaseSec = 120;
/** A card whose carrier cannot be asked is asked about again after this. */
const laterSec = 300;
/** Requests at once to a carrier, and cards of a round where each needs a request of its own. */
const parallel = 4;
const singles = 40;
const [busyMs, idleMs] = [200, 10_000];
const dayMs = 86_400_000;

const due = { state: sql`next_sync_time`, usage: sql`next_usage_time` } as const;
type Kind = keyof typeof due;

interface Card {
  readonly id: string;
  readonly iccid: string;
}
type ByNumbers = Extract<CarrierMany, { by: 'numbers' }>;

async function claim({ db }: WorkApp, kind: Kind, carrier: number, most: number): Promise<readonly Card[]> {
  const { rows } = await sql<Card>`
    update sim_card s set ${due[kind]} = now() + make_interval(secs => ${leaseSec})
    where id in (select id from sim_card where carrier = ${carrier} and ${due[kind]} <= now() and not deleted order by ${due[kind]} limit ${most} for update skip locked)
    returning s.id::text as id, s.iccid`.execute(db);
  return rows;
}

/** Cards that could not be read have their turn later. */
async function postpone({ db }: WorkApp, kind: Kind, cards: readonly Card[], refused: CarrierRefused): Promise<void> {
  const later = Math.max(refused.tried ? laterSec : 1, refused.retryAfterSec ?? 0);
  await sql`
    update sim_card set ${due[kind]} = now() + make_interval(secs => ${later}::float8) where id = any(${cards.map(({ id }) => id)}::bigint[])`.execute(
    db,
  );
}

const lastDays = (): readonly [string, string] => {
  const now = Date.now();
  return [formatDay(new Date(now - lateDays * dayMs)), formatDay(new Date(now))];
};

const readUsage = (tx: Tx, cards: readonly Card[]) =>
  sql`
    update sim_card set next_usage_time = ${unlessAskedAgain(due.usage)} where id = any(${cards.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );

/** Reads one card with requests of its own. @throws CarrierRefused */
const readOne: Readonly<Record<Kind, (app: WorkApp, carrier: CarrierAdapter, card: Card) => Promise<void>>> = {
  async state({ db }, carrier, { id, iccid }) {
    const asked = new Date();
    const card = await carrier.card(iccid);
    if (card === undefined) return withTransaction(db, (tx) => keepUnknown(tx, id));
    const { online } = await carrier.session(iccid);
    await withTransaction(db, (tx) => keepCards(tx, [{ id, seen: { ...card, online } }], asked));
  },
  async usage({ db }, carrier, card) {
    const days = await carrier.usage(card.iccid, ...lastDays());
    await withTransaction(db, async (tx) => {
      await keepDays(tx, new Map([[card.iccid, days]]));
      await readUsage(tx, [card]);
    });
  },
};

/** What was answered about each of the cards; those without an answer are read alone before anything follows from it. */
function sorted<Answer>(cards: readonly Card[], answers: CarrierAnswers<Answer>) {
  const read: { readonly card: Card; readonly answer: Answer }[] = [];
  const refused: { readonly card: Card; readonly refusal: CarrierRefused }[] = [];
  const alone: Card[] = [];
  for (const card of cards) {
    const answer = answers.get(card.iccid);
    if (answer === undefined) alone.push(card);
    else if (answer instanceof CarrierRefused) refused.push({ card, refusal: answer });
    else read.push({ card, answer });
  }
  return { read, refused, alone };
}

/** Reads cards with one request. @returns those to be read alone @throws CarrierRefused */
const readMany: Readonly<Record<Kind, (app: WorkApp, many: ByNumbers, cards: readonly Card[]) => Promise<Card[]>>> = {
  async state(app, many, cards) {
    const asked = new Date();
    const { read, refused, alone } = sorted(cards, await many.cards(cards.map(({ iccid }) => iccid)));
    await withTransaction(app.db, (tx) =>
      keepCards(
        tx,
        read.map(({ card: { id }, answer: seen }) => ({ id, seen })),
        asked,
      ),
    );
    for (const { card, refusal } of refused) await postpone(app, 'state', [card], refusal);
    return alone;
  },
  async usage(app, many, cards) {
    const answers = await many.usage(
      cards.map(({ iccid }) => iccid),
      ...lastDays(),
    );
    const { read, refused, alone } = sorted(cards, answers);
    await withTransaction(app.db, async (tx) => {
      await keepDays(tx, new Map(read.map(({ card, answer }) => [card.iccid, answer])));
      await readUsage(tx, [...read.map(({ card }) => card), ...alone]);
    });
    for (const { card, refusal } of refused) await postpone(app, 'usage', [card], refusal);
    return [];
  },
};

const chunks = <One>(all: readonly One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) => all.slice(n * size, (n + 1) * size));

/** Reads the cards of a carrier whose turn it is. @returns how many */
async function readDue(app: WorkApp, kind: Kind, carrierCode: number): Promise<number> {
  const carrier = await carrierOf(app, carrierCode);
  const many = carrier.many?.by === 'numbers' ? carrier.many : undefined;
  const cards = await claim(app, kind, carrierCode, many === undefined ? singles : parallel * many.most);
  const turn = limiter(parallel);
  const unlessRefused = (some: readonly Card[], read: () => Promise<void>): Promise<void> =>
    turn(read).catch((error: unknown) => {
      if (!(error instanceof CarrierRefused)) throw error;
      return postpone(app, kind, some, error);
    });
  const alone: Card[] = many === undefined ? [...cards] : [];
  if (many !== undefined)
    await Promise.all(
      chunks(cards, many.most).map((some) =>
        unlessRefused(some, async () => void alone.push(...(await readMany[kind](app, many, some)))),
      ),
    );
  await Promise.all(alone.map((card) => unlessRefused([card], () => readOne[kind](app, carrier, card))));
  return cards.length;
}

const carriers = Object.values(codes.Carrier);

/**
 * Reads what is due once, all carriers side by side. @returns how much there was to do
 * @for many records that another system keeps: an adapter says how many one request may be about, a worker claims as many; what an answer leaves out
 * is read alone before anything follows from it
 */
export async function syncDue(app: WorkApp): Promise<number> {
  const read = await Promise.all(
    carriers.map(async (carrier) => (await readDue(app, 'state', carrier)) + (await readDue(app, 'usage', carrier))),
  );
  return read.reduce((sum, n) => sum + n, 0);
}

/** Cards whose carrier is asked next, ahead of those of the night. @returns how many */
export async function askSoon(tx: Tx, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update sim_card set next_sync_time = now() - interval '1 day', next_usage_time = now() - interval '1 day'
    where id = any(${[...ids]}::bigint[]) and carrier is not null`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

export const startSimSync = (app: App) =>
  startRounds(app, { name: 'sim.sync', failure: 'SIM cards could not be read from their carriers' }, async () =>
    (await syncDue(app)) > 0 ? busyMs : idleMs,
  );
