import { formatInstant } from '@wheelhouse/contract/time';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { switchesOf, switchKey } from '@wheelhouse/entities/may';
import type { MachineName } from '@wheelhouse/entities/machines';
import { entityNamed, pathOfCall, codeOfCall } from '@wheelhouse/entities/registry';
import { goLive } from '../../src/modules/content/articles/live.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { snake } from '../../src/entity/storage.ts';
import { raiseAlarm } from '../../src/modules/alarms/service.ts';
import { giveCode } from '../../src/modules/prizes/winnings/pick-code.ts';
import { addAppUser } from '../support/app-user.ts';
import type { TestApp } from '../support/app.ts';
import { reviewedBefore } from '../support/approvals.ts';
import { addedOtherwise, addOldTask, addSample, addUpdatable, idOf, sampleFile, sampleInput } from './samples.ts';

/** A transition that people of the console make, as a call on one record. */
export interface Move {
  readonly name: string;
  /** Its name in what may be done to a record. */
  readonly key: string;
  readonly entity: EntityDef;
  readonly machine: MachineName;
  readonly field: string;
  readonly from: readonly number[];
  readonly to: number;
  readonly button: string;
  readonly path: string;
  readonly fixed: Row;
  readonly input: EntityDef['fields'];
  /** Another than whoever made or submitted the record has to make it. */
  readonly byAnother: boolean;
  /** Takes `{ids}`, and answers those left out. */
  readonly many: boolean;
}

/** Every move of an entity's machines: its actions, and the switches that `enable` and `shelf` are. */
export function movesOf(entity: EntityDef): Move[] {
  const actions = Object.entries(entity.actions ?? {}).flatMap(([name, action]): Move[] => {
    if (action.transition === undefined) return [];
    const { machine, field, to, by } = action.transition;
    const from = (action.from?.[field] ?? []).map(Number);
    const { button, input = {}, fixedInput: fixed = {}, many } = action;
    const path = `${entity.base}/${action.path}`;
    return [
      {
        name,
        key: name,
        entity,
        machine,
        field,
        from,
        to,
        button,
        path,
        fixed,
        input: { ...input },
        byAnother: by === 'another',
        many: many !== undefined,
      },
    ];
  });
  return [
    ...actions,
    ...switchesOf(entity).flatMap(({ call, field, machine, moves }) =>
      moves.map(({ action, from, to }): Move => ({
        name: action,
        key: switchKey(call, to),
        entity,
        machine,
        field,
        from,
        to,
        button: codeOfCall(entity, call),
        path: pathOfCall(entity, call),
        fixed: { [field]: to },
        input: {},
        byAnother: false,
        many: true,
      })),
    ),
  ];
}

/** Records that no form adds, or whose moves ask for more than a sample has. */
const makers: Readonly<Record<string, (t: TestApp) => Promise<string>>> = {
  ...addedOtherwise,
  // To some users: what goes to all of them is confirmed by its title.
  async systemMessage(t) {
    const id = await addSample(t, entityNamed('systemMessage'));
    await t.app.pool.query("update msg_system set min_version = '1.0.0' where id = $1", [id]);
    return id;
  },
  // Live, so that it can be taken off.
  async article(t) {
    const id = await addSample(t, entityNamed('article'));
    await withTransaction(t.app.db, (tx) => goLive(tx, id));
    return id;
  },
  // With somebody in the city that it is for.
  async activityMessage(t) {
    await t.app.pool.query("update usr_app_user set city_id = '310100' where id = $1", [await addAppUser(t)]);
    const id = await addSample(t, entityNamed('activityMessage'));
    await t.app.pool.query(
      `update msg_activity set audience_type = 4, city_codes = '{310100}', vehicle_type_ids = null where id = $1`,
      [id],
    );
    return id;
  },
  // With a vehicle, and stages as they are laid out at its start.
  async otaTask(t) {
    const id = await addSample(t, entityNamed('otaTask'));
    await addUpdatable(t, await idOf(t, 'select firmware_id::text as id from ota_task where id = $1', id));
    await t.app.pool.query(
      'insert into ota_task_stage (task_id, stage, up_to, open_time) values ($1, 1, 1, now()), ($1, 2, 1, null)',
      [id],
    );
    return id;
  },
  otaTaskOld: addOldTask,
  async alarm(t) {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const time = new Date();
    await withTransaction(t.app.db, (tx) => raiseAlarm(tx, { vehicleId, type: 'VIBRATION', time, source: 'device' }));
    return idOf(t, 'select id::text as id from alm_alarm where vehicle_id = $1', vehicleId);
  },
  // With a picture of every colour, and one for lists.
  async vehicleType(t) {
    const imageId = await addSample(t, entityNamed('vehicleImage'));
    const id = await idOf(t, 'select vehicle_type_id::text as id from veh_image where id = $1', imageId);
    await t.app.pool.query(
      `update veh_image i set color = m.colors[1], enabled = 1 from veh_type m where i.id = $1 and m.id = i.vehicle_type_id`,
      [imageId],
    );
    await t.app.pool.query('update veh_type set list_image = $2 where id = $1', [id, await sampleFile(t, 'image')]);
    return id;
  },
};

/** What follows from a move stays, so that a record makes one move only. */
const spent: ReadonlySet<string> = new Set([
  'appTheme',
  'appVersion',
  'article',
  'battery',
  'unbindApplication',
  'systemMessage',
  'activityMessage',
  'serviceMessage',
  'replacementRecord',
  'simOperation',
  // Who has submitted it for test does not approve it.
  'firmware',
  'otaTask',
  'otaTaskOld',
  'otaExecution',
  'winningRecord',
  'raffleActivity',
  'goodsOrder',
  'refund',
  'boxRefund',
]);

/** The database lets such a record leave its first state once: there is a new one for every state. */
const final: ReadonlySet<string> = new Set(['changeRequest', 'settlement']);

/** A record for move after move, or a new one each time. */
export function recordsOf(t: TestApp, entity: EntityDef): { record(): Promise<string>; moved(): void } {
  let kept: Promise<string> | undefined;
  const make = (): Promise<string> => makers[entity.name]?.(t) ?? addSample(t, entity);
  return {
    record: () => (final.has(entity.name) ? make() : (kept ??= make())),
    moved() {
      if (spent.has(entity.name)) kept = undefined;
    },
  };
}

/** What a record has besides in the hands of the user who is about to move it, and in a state. */
const besides: Readonly<Record<string, string>> = {
  alarm: 'handler_id = $3',
  feedback: 'handler_id = $3, merged_into_id = null',
  // Nothing is taken without consent.
  appLogRecord: 'update_by = $3, consent_time = now(), upload_time = now()',
  // What others have submitted; a rule is enabled, what is sent once is reviewed.
  // Whoever changes what a reminder is has written it.
  'serviceMessage.status': 'update_by = nullif($3::bigint, $3::bigint), submitter_id = null, mode = 1, enabled = null',
  'serviceMessage.enabled': 'update_by = $3, status = null, mode = 2',
  // Asked for by another; taken back by whoever has asked.
  simOperation: 'update_by = $3, create_by = null',
  'simOperation.withdraw': 'update_by = $3, create_by = $3',
  // What was rejected has a reason.
  wish: `update_by = $3, top = 0, reject_reason = '不合适'`,
  // Submitted by somebody else.
  unbindApplication: 'update_by = $3, create_by = null',
  otaExecution: `update_by = $3, fail_code = 'E01', deadline = null, next_time = null`,
  'otaTask.submitSmall': `update_by = $3, task_type = 4, target_mode = 2, vins = (select v.vin from veh_vehicle v where v.vehicle_type_id = any((
    select f.vehicle_type_ids from ota_firmware f where f.id = firmware_id)::bigint[]) limit 1)`,
  'otaTask.nextStage': `update_by = $3, current_stage = 1, stages = '[{"percent": 10}, {"percent": 100}]'`,
  'otaTask.approveChange': 'update_by = $3, change_pending = 1',
  'otaTask.withdraw': 'update_by = $3, create_by = $3',
  'otaTask.emergencyStop': `update_by = $3, task_no = 'OTA-' || id`,
  'otaTask.terminate': `update_by = $3, task_no = 'OTA-' || id`,
  article: 'update_by = $3, submitter_id = null, publish_time = null',
  // With all its pages.
  instruction: 'update_by = $3, conversion = 1, pages = 3',
  raffleActivity: 'update_by = $3, submitter_id = null',
  systemMessage: 'update_by = $3, submitter_id = null',
  activityMessage: 'update_by = $3, submitter_id = null',
  // Withdrawn by whoever asked for it.
  refund: 'update_by = $3, create_by = null, submitter_id = null',
  'refund.withdraw': 'update_by = $3, submitter_id = $3',
  boxRefund: 'update_by = $3, create_by = null, submitter_id = null',
  'boxRefund.withdraw': 'update_by = $3, submitter_id = $3',
  'winningRecord.ship': `update_by = $3, delivery_mode = 1`,
  'winningRecord.verify': 'update_by = $3, delivery_mode = 2',
  battery: `update_by = $3, slot = case when $2::int = 1 then 3 end, vehicle_id = case when $2::int = 1 then (select max(id) from veh_vehicle) end`,
};

/** Puts a record into a state. */
export async function putInto(
  t: TestApp,
  { entity, field, name = '' }: Pick<Move, 'entity' | 'field'> & Partial<Pick<Move, 'name'>>,
  id: string,
  state: number,
  userId: string,
) {
  await t.app.pool.query(
    `update ${entity.table} set ${snake(field)} = $2::int, ${besides[`${entity.name}.${name}`] ?? besides[`${entity.name}.${field}`] ?? besides[entity.name] ?? 'update_by = $3'} where id = $1`,
    [id, state, userId],
  );
  const { review, executes } = entity.actions?.[name]?.transition ?? {};
  if (review === 'approve') await reviewedBefore(t, entity.name, id, 'submitted');
  else if (executes === true) await reviewedBefore(t, entity.name, id);
}

/** Input that a valid form of samples is not. */
const inputs: Readonly<Record<string, Row>> = {
  'appUser.freeze': { until: undefined },
  'article.approveTimer': { publishTime: formatInstant(new Date(Date.now() + 86_400_000)) },
  'appVersion.publish': { publishTime: undefined, confirmVersion: undefined },
  'alarm.assign': { userId: '1' },
  'feedback.assign': { userId: '1' },
  'feedback.reply': { categoryCode: 'P05', subCode: 'P0502' },
  'feedback.follow': { categoryCode: 'P05', subCode: 'P0502' },
  // Technicians work for the dealer of the order.
  'repairOrder.dispatch': { technicianId: undefined },
  'repairOrder.redispatch': { technicianId: undefined },
  'repairOrder.accept': { technicianId: undefined },
  'repairOrder.complete': { parts: undefined, warrantyResult: 2 },
  'dealer.reopen': { contractEnd: '2099-12-31' },
  'otaTask.nextStage': { stage: 2 },
  'wish.grant': { prizeId: undefined, couponId: undefined, themeId: undefined },
  'refund.offline': { accountLast4: '6688' },
  'boxRefund.offline': { accountLast4: '6688' },
  'goodsOrder.ship': { expressCompany: 'SF', expressNo: 'SF1234567890123' },
  'winningRecord.ship': { expressCompany: 'SF', expressNo: 'SF1234567890123' },
  'winningRecord.reship': { expressCompany: 'YTO', expressNo: 'YT1234567890123' },
};

/** What a statement says is what was read of it. */
const revisionOf = async (t: TestApp, id: string): Promise<Row> => ({
  rev: Number(await idOf(t, 'select rev::text as id from ord_settlement where id = $1', id)),
});

/** Input that names the record, or needs a record for itself. */
const made: Readonly<Record<string, (t: TestApp, id: string) => Row | Promise<Row>>> = {
  'otaTask.emergencyStop': (_t, id) => ({ confirmNo: `OTA-${id}` }),
  'otaTask.terminate': (_t, id) => ({ confirmNo: `OTA-${id}` }),
  'winningRecord.verify': async (t, id) => {
    await t.app.pool.query('update act_winning_record set dealer_id = $2 where id = $1', [
      id,
      await addSample(t, entityNamed('dealer')),
    ]);
    const code = await withTransaction(t.app.db, (tx) => giveCode(tx, t.app, id, '0'));
    return { code };
  },
  'raffleActivity.finish': async (t, id) => ({
    retype: await idOf(t, 'select name as id from act_raffle_activity where id = $1', id),
  }),
  'settlement.confirm': revisionOf,
  'settlement.pay': revisionOf,
  'battery.install': async (t) => ({ vehicleId: await addSample(t, entityNamed('vehicle')) }),
};

/** Body of the call that makes a move. */
export async function bodyOf(t: TestApp, move: Move, id: string, userId = '1'): Promise<Row> {
  const input = await sampleInput(t, move.input, userId);
  return {
    ...(move.many ? { ids: [id] } : { id }),
    ...input,
    ...inputs[`${move.entity.name}.${move.name}`],
    ...(await made[`${move.entity.name}.${move.name}`]?.(t, id)),
    ...move.fixed,
  };
}
