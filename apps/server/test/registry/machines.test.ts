import type { EntityDef } from '@wheelhouse/entities/define';
import type { MayAnswer } from '@wheelhouse/contract/calls/kit';
import { errorText, type ErrorCode } from '@wheelhouse/contract/errors';
import type { Lang } from '@wheelhouse/contract/lang';
import type { Row } from '@wheelhouse/entities/fields';
import { mayPath } from '@wheelhouse/entities/may';
import { reviewNames } from '@wheelhouse/entities/review';
import { type Machine, type MachineName, machines } from '@wheelhouse/entities/machines';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { transitionOf } from '@wheelhouse/entities/transitions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { snake } from '../../src/entity/storage.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addSample } from './samples.ts';
import { bodyOf, movesOf, putInto, recordsOf, type Move } from './moves.ts';

const all = Object.values(entities).map(plain);
const known = Object.entries(machines) as [MachineName, Machine][];
const governed = all.flatMap((entity) =>
  Object.entries(entity.machines ?? {}).map(([field, machine]) => ({ entity, field, machine })),
);
const entriesOf = (category: string | null) => dictionaries.find((one) => one.category === category)?.entries ?? [];
const statesOf = ({ machine }: Move): number[] => Object.values(machines[machine].states);

describe('tables', () => {
  test.each(known)('%s names every state of its dictionary, and leads from states to states', (name, machine) => {
    const codes = Object.values(machine.states).map(String);
    if (machine.dictionary !== null)
      expect(codes.toSorted()).toEqual(
        entriesOf(machine.dictionary)
          .map(({ code }) => code)
          .toSorted(),
      );
    const used = machine.transitions.flatMap(({ from, to }) => [...from, to]).filter((code) => code !== 'deleted');
    expect(used.filter((code) => !codes.includes(code))).toEqual([]);
    for (const { action, to } of machine.transitions) if (to !== 'deleted') transitionOf(name, action);
  });

  test.each(governed)('$entity.name.$field is a state of $machine', ({ entity, field, machine }) => {
    const def = entity.fields[field];
    expect(def?.kind === 'dict' && def.dict).toBe(machine && machines[machine].dictionary);
  });

  // Whoever sends a command may take it back while it waits: a call of the control module.
  // An advertisement whose time is to come is put on by the same action as one whose time is now.
  // So is a version of the app whose time is to come.
  // The state of a SIM card is its carrier's: people ask for a change by an operation.
  const elsewhere = new Set([
    'SM-Command.cancel',
    // By the order: a record is the application.
    'SM-Refund.apply',
    'SM-Refund.applyRest',
    'SM-Ad.shelfWait',
    'SM-AppVersion.schedule',
    'SM-Sim.activate',
    'SM-Sim.suspend',
    'SM-Sim.resume',
    'SM-Sim.cancel',
  ]);

  test('what people do along a machine is offered by its entities', () => {
    const missing = governed.flatMap(({ entity, machine }) => {
      if (machine === undefined) return [];
      const { transitions }: Machine = machines[machine];
      const offered = new Set(movesOf(entity).map((move) => `${move.machine}.${move.name}`));
      return transitions
        .filter(({ who, to }) => who.includes('.') && to !== 'deleted')
        .map(({ action }) => `${machine}.${action}`)
        .filter((one) => !offered.has(one) && !elsewhere.has(one))
        .map((one) => `${entity.name} ${one}`);
    });
    expect(missing).toEqual([]);
  });
});

/** Refusals of their own that hooks have for a state. */
const precise: Readonly<Record<string, ErrorCode>> = {
  // A statement that is confirmed is paid, and nothing else.
  ...Object.fromEntries(
    ['generate', 'confirm', 'redo'].flatMap((move) =>
      [2, 3].map((state) => [`settlement.${move} from ${state}`, 7021]),
    ),
  ),
  'battery.install from 1': 2203,
  'battery.install from 4': 2204,
  'alarm.claim from 1': 3001,
  'feedback.claim from 1': 9003,
  'repairOrder.cancel from 3': 5151,
  'repairOrder.cancel from 4': 5151,
  'repairOrder.cancel from 5': 5151,
};

const roles = ['admin', 'ops', 'cs', 'aftersales', 'ota', 'quality', 'marketing', 'sim', 'finance', 'auditor'];
const people = new Map<
  string,
  { readonly token: string; readonly userId: string; readonly may: (code: string) => boolean }
>();
const nobody = { token: '', userId: '', may: () => false };
const personOf = (role: string) => people.get(role) ?? nobody;
let t: TestApp;

beforeAll(async () => {
  t = await createTestApp();
  for (const role of roles) {
    const { token, userId } = await signInAs(t, { roles: [role] });
    const { rows } = await t.app.pool.query<{ code: string }>(
      'select function_code as code from sys_role_function where role_code = $1',
      [role],
    );
    const codes = new Set(rows.map(({ code }) => code));
    people.set(role, { token, userId, may: (code) => role === 'admin' || codes.has(code) });
  }
});
afterAll(() => t.stop());

interface Outcome {
  readonly code: number;
  readonly message: string;
}

/** What may not be done to a record now: of a move, its refusal. */
async function forbidden(move: Move, id: string, token: string, lang: Lang): Promise<Outcome | undefined> {
  const { code, data } = await t.call<MayAnswer>('POST', mayPath(move.entity), { ids: [id] }, { as: token, lang });
  return code === 0 ? data.list.find((one) => one.id === id)?.refused[move.key] : { code, message: '' };
}

/**
 * What a call answers about its one record: done, or the refusal. What may be done was asked before: it foretells every refusal but that of
 * the input.
 */
async function outcomeOf(move: Move, body: Row, token: string, lang: Lang): Promise<Outcome> {
  const [id] = [body['ids'] ?? body['id']].flat().map(String);
  const foretold = await forbidden(move, id ?? '', token, lang);
  const outcome = await tryMove(move, body, token, lang);
  const at = `${move.name} of ${move.entity.name} is foretold`;
  if (foretold === undefined) expect([0, 1001], at).toContain(outcome.code);
  else if (foretold.message === '' || outcome.code === 1001) expect(outcome.code, at).toBe(foretold.code);
  else expect(outcome, at).toEqual(foretold);
  return outcome;
}

async function tryMove(move: Move, body: Row, token: string, lang: Lang): Promise<Outcome> {
  const answer = await t.call<{ skipped?: Outcome[]; errors?: unknown }>('POST', move.path, body, { as: token, lang });
  const [left] = move.many && answer.code === 0 ? (answer.data.skipped ?? []) : [];
  const { code, message } = left ?? answer;
  return { code, message: code === 1001 ? `${message} ${JSON.stringify(answer.data)}` : message };
}

const rowOf = async ({ entity }: Pick<Move, 'entity'>, id: string): Promise<Row> =>
  (await t.app.pool.query<Row>(`select * from ${entity.table} where id = $1`, [id])).rows[0] ?? {};

/** The state that the log says the last change of a record led to. */
async function movedTo({ entity, field }: Move, id: string): Promise<unknown> {
  const { rows } = await t.app.pool.query<{ after: Row | null }>(
    `select after from sys_operation_log where entity = $1 and entity_id = $2 and result_code = 0 and after ? $3 order by id desc limit 1`,
    [entity.name, id, field],
  );
  return rows[0]?.after?.[field];
}

function refusalOf(move: Move, state: number, lang: Lang): Outcome {
  const code =
    move.entity.actions?.[move.name]?.fromRefusal ?? precise[`${move.entity.name}.${move.name} from ${state}`];
  const entry = entriesOf(machines[move.machine].dictionary).find((one) => one.code === String(state));
  return {
    code: code ?? 1004,
    message: code === undefined ? errorText(1004, lang, { state: entry?.[lang] ?? '' }) : '',
  };
}

/** The languages take turns, so that every refusal is read in both. */
const langAt = (turn: number): Lang => (turn % 2 === 0 ? 'zh' : 'en');

describe.each(all.filter((entity) => movesOf(entity).length > 0))('$name', (entity) => {
  const records = { of: undefined as ReturnType<typeof recordsOf> | undefined };

  async function recordIn(move: Move, state: number, role = 'admin'): Promise<string> {
    const id = await (records.of ??= recordsOf(t, entity)).record();
    await putInto(t, move, id, state, personOf(role).userId);
    return id;
  }

  /** Roles that try at once on a record: each is refused with what `refusal` says for its language, and nothing changes. */
  async function refuseAll(
    move: Move,
    { id, state }: { readonly id: string; readonly state: number },
    bodies: ReadonlyMap<string, Row>,
    refusal: (lang: Lang) => Outcome,
  ): Promise<void> {
    const before = await rowOf(move, id);
    const tries = [...bodies].map(async ([role, input]) => {
      const lang = langAt(state + roles.indexOf(role));
      const body = { ...input, ...(move.many ? { ids: [id] } : { id }) };
      const { code, message } = refusal(lang);
      const outcome = await outcomeOf(move, body, personOf(role).token, lang);
      const at = `${move.name} by ${role} from ${state}`;
      expect(outcome, at).toMatchObject(message === '' ? { code } : { code, message });
    });
    await Promise.all(tries);
    expect(await rowOf(move, id), `${move.name} from ${state}: nothing changed`).toEqual(before);
  }

  async function makeMove(move: Move, state: number, role: string): Promise<void> {
    const id = await recordIn(move, state, role);
    const at = `${move.name} by ${role} from ${state}`;
    expect(
      await outcomeOf(move, await bodyOf(t, move, id, personOf(role).userId), personOf(role).token, 'zh'),
      at,
    ).toMatchObject({ code: 0 });
    if (state !== move.to) expect(String(await movedTo(move, id)), at).toBe(String(move.to));
    records.of?.moved();
  }

  /**
   * The button is asked for before the record is read: who has none is refused in any state, and who has it hears of a wrong state. So each
   * role tries once, and those with the button take the states in turn.
   */
  test.each(movesOf(entity))('$name: from the states of the table alone, and with its button alone', async (move) => {
    const able = roles.filter((role) => personOf(role).may(move.button));
    const ableAt = (turn: number): string => able[turn % able.length] ?? 'admin';
    const unable = new Map(roles.filter((role) => !able.includes(role)).map((role) => [role, move.fixed]));
    const [state = 0] = move.from;
    await refuseAll(move, { id: await recordIn(move, state), state }, unable, (lang) => ({
      code: 1003,
      message: errorText(1003, lang),
    }));
    const tried = new Set(unable.keys());

    const wrong = statesOf(move).filter((one) => !move.from.includes(one));
    const inputs = new Map<string, Row>();
    for (const [turn, wrongState] of wrong.entries()) {
      const trying = turn === 0 ? able : [ableAt(turn)];
      const id = await recordIn(move, wrongState);
      // What was made for an earlier refusal is not used up.
      for (const role of trying)
        if (!inputs.has(role)) inputs.set(role, await bodyOf(t, move, id, personOf(role).userId));
      const bodies = new Map([...inputs].filter(([role]) => trying.includes(role)));
      await refuseAll(move, { id, state: wrongState }, bodies, (lang) => refusalOf(move, wrongState, lang));
      for (const role of trying) tried.add(role);
    }
    const turns = wrong.length > 0 ? move.from.length : Math.max(able.length, move.from.length);
    for (let turn = 0; turn < turns; turn++) {
      await makeMove(move, move.from[turn % move.from.length] ?? 0, ableAt(turn));
      tried.add(ableAt(turn));
    }
    expect(turns, 'the move is made').toBeGreaterThan(0);
    expect(roles.filter((role) => !tried.has(role))).toEqual([]);
  });
});

const reviewed = all.flatMap(movesOf).filter(({ byAnother }) => byAnother);

test.each(reviewed)('$name of $entity.name is for another than who made or submitted the record', async (move) => {
  const { entity } = move;
  const { ownWork: refused = 5002 }: Machine = machines[move.machine];
  for (const name of reviewNames) expect(Object.keys(entity.fields), `${entity.name}: reviewFields`).toContain(name);
  const own = recordsOf(t, entity);
  // The administrator and one role more: the rule asks who, not what they may.
  for (const role of roles.filter((one) => personOf(one).may(move.button)).slice(0, 2)) {
    const { token, userId } = personOf(role);
    for (const [maker, submitter] of [
      [userId, null],
      [null, userId],
    ]) {
      const id = await own.record();
      await putInto(t, move, id, move.from[0] ?? 0, userId);
      await t.app.pool.query(`update ${entity.table} set create_by = $2, submitter_id = $3 where id = $1`, [
        id,
        maker,
        submitter,
      ]);
      const before = await rowOf(move, id);
      const outcome = await outcomeOf(move, await bodyOf(t, move, id), token, 'zh');
      expect(outcome, `${move.name} by ${role}`).toEqual({ code: refused, message: errorText(refused, 'zh') });
      expect(await rowOf(move, id)).toEqual(before);
    }
    const id = await own.record();
    await t.app.pool.query(`update ${entity.table} set create_by = null, submitter_id = null where id = $1`, [id]);
    expect((await outcomeOf(move, await bodyOf(t, move, id), token, 'zh')).code, `${move.name} by ${role}`).toBe(0);
    expect(String((await rowOf(move, id))['auditor_id'])).toBe(userId);
    own.moved();
  }
});

/** Another text in a field that a form writes in every state that it edits; in the title, where it is one. */
function otherText({ title, fields }: EntityDef, text: string): Row {
  for (const name of [...title, ...Object.keys(fields)]) {
    const field = fields[name];
    if (field?.kind !== 'text' && field?.kind !== 'longText') continue;
    const isFree = field.format === undefined && field.pattern === undefined && typeof field.fixed !== 'function';
    if (isFree && field.readonly !== true) return { [name]: text.padEnd(field.min ?? 0, '。') };
  }
  return {};
}

/** Records are changed and deleted in the states that their machine names, and in no others. */
/** What a form asks for besides, in some states. */
const askedWith: Readonly<Record<string, object>> = { raffleActivity: { changeReason: '内容有误，需要更正' } };

test('what is submitted is neither edited nor deleted', async () => {
  for (const { entity, field, machine: name } of governed) {
    const machine: Machine | undefined = name && machines[name];
    if (machine?.editable === undefined && machine?.deletable === undefined) continue;
    let left: string | undefined;
    for (const state of Object.values(machine.states)) {
      const id = left ?? (await addSample(t, entity));
      left = id;
      await putInto(t, { entity, field }, id, state, personOf('admin').userId);
      const { rev } = await rowOf({ entity }, id);
      const at = `${entity.name} in ${state}`;
      if (machine.editable !== undefined) {
        const change = { id, rev, ...otherText(entity, `改过的内容${state}`), ...askedWith[entity.name] };
        const { code } = await t.call('POST', pathOfCall(entity, 'update'), change, { as: 'admin' });
        expect(code, at).toBe(machine.editable.states.includes(String(state)) ? 0 : 1004);
      }
      if (!entity.calls.includes('batchDelete')) continue;
      const gone = await t.call<{ skipped: Outcome[] }>(
        'POST',
        pathOfCall(entity, 'batchDelete'),
        { ids: [id] },
        { as: 'admin' },
      );
      const kept = machine.deletable?.includes(String(state)) === false;
      if (!kept) left = undefined;
      expect(
        gone.data.skipped.map((one) => one.code),
        at,
      ).toEqual(kept ? [1004] : []);
    }
  }
});

test('a form writes no state', async () => {
  for (const { entity, field } of governed.filter((one) => one.entity.calls.includes('update'))) {
    const id = await recordsOf(t, entity).record();
    const before = await rowOf({ entity }, id);
    const answer = await t.call(
      'POST',
      pathOfCall(entity, 'update'),
      { id, rev: before['rev'], [field]: 1 - Number(before[snake(field)]) },
      { as: 'admin' },
    );
    expect(answer.code, `${entity.name}.${field}`).toBe(1001);
  }
});
