import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { formatDay } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { campaigns } from '../messages/campaign-kit.ts';
import { dayOfChannel } from '../../src/modules/orders/recon/days.ts';
import { addSample } from '../registry/samples.ts';
import { followParcel } from '../../src/modules/prizes/express/service.ts';
import { winningCargo } from '../../src/modules/prizes/service.ts';
import { addCard, ordersOf, submit } from '../sim/world.ts';
import { addBoxOrder } from '../support/boxes.ts';
import { addOrder, addRefund } from '../support/orders.ts';
import { poolRow, runningBoxes } from '../support/raffles.ts';
import { awardSample } from '../support/winnings.ts';
import type { TestApp } from '../support/app.ts';

const [orders, refunds] = [machines['SM-Order'].states, machines['SM-Refund'].states];

/** Adds a row of a work that is due. @returns counts what its step has done: 1 however often it ran */
type Sample = (t: TestApp) => Promise<() => Promise<number>>;

async function count(t: TestApp, query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await t.app.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values);
  return rows[0]?.n ?? -1;
}

/** A row of every work, by its name. */
export const workSamples: Readonly<Record<string, Sample>> = {
  async 'proof.runs'(t) {
    await t.app.pool.query('insert into sys_proof_due default values');
    return () => count(t, '(select 1 where exists (select from sys_proof_run)) s');
  },
  async 'bluetooth.setups'(t) {
    const id = await addSample(t, entityNamed('bluetoothSetup'));
    return () =>
      count(t, '(select 1 where not exists (select 1 from veh_bluetooth_setup_due where setup_id = $1)) s', id);
  },
  async 'content.manuals'(t) {
    const id = await addSample(t, entityNamed('instruction'));
    return () => count(t, 'cnt_instruction where id = $1 and conversion = 1 and converted_pages = pages', id);
  },
  async 'content.holidayVoices'(t) {
    const id = await addSample(t, entityNamed('holidayVoice'));
    return () =>
      count(t, '(select 1 where not exists (select 1 from cnt_holiday_voice_due where voice_id = $1)) s', id);
  },
  async 'content.holidayVoiceDownloads'(t) {
    const voiceId = await addSample(t, entityNamed('holidayVoice'));
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    await t.app.pool.query(
      `insert into veh_vehicle_status (vehicle_id, online) values ($1, 1) on conflict (vehicle_id) do update set online = 1`,
      [vehicleId],
    );
    await t.app.pool.query(
      `insert into cnt_holiday_voice_vehicle (vehicle_id, voice_id, version, from_date, until_date)
       select $1, id, version, current_date, current_date + 7 from cnt_holiday_voice where id = $2`,
      [vehicleId, voiceId],
    );
    return () => count(t, 'dev_downlink d join veh_vehicle v on v.imei = d.device_id where v.id = $1', vehicleId);
  },
  async 'orders.payments'(t) {
    const { id } = await addOrder(t, await addSample(t, entityNamed('prize')));
    await t.app.pool.query(
      `update ord_order set order_status = ${orders.toPay}, pay_time = null, expire_time = now() - interval '1 second' where id = $1`,
      [id],
    );
    await t.app.pool.query('update ord_payment set next_time = now() where order_id = $1', [id]);
    return () => count(t, `ord_order where id = $1 and order_status = ${orders.closed}`, id);
  },
  async 'orders.refunds'(t) {
    const id = await addRefund(t, await addSample(t, entityNamed('prize')));
    await t.app.pool.query(
      `update ord_refund set refund_status = ${refunds.refunding}, next_time = now() where id = $1`,
      [id],
    );
    return () => count(t, `ord_refund where id = $1 and refund_status = ${refunds.failed} and next_time is null`, id);
  },
  async 'orders.grants'(t) {
    const { id } = await addOrder(t, await addSample(t, entityNamed('prize')));
    const themeId = await addSample(t, entityNamed('appTheme'));
    await t.app.pool.query(
      `update ord_order set goods_type = ${codes.GoodsType.theme}, prize_id = null, theme_id = $2 where id = $1`,
      [id, themeId],
    );
    await t.app.pool.query('insert into ord_grant (order_id, next_time) values ($1, now())', [id]);
    return () => count(t, 'cnt_user_theme where theme_id = $1', themeId);
  },
  async 'orders.recon'(t) {
    const day = formatDay(new Date(Date.now() - 86_400_000));
    const found = await withTransaction(t.app.db, (tx) => dayOfChannel(tx, { channel: codes.PayChannel.eCny, day }));
    await t.app.pool.query('update ord_recon set next_time = now() where id = $1', [found?.id]);
    return () =>
      count(t, `ord_recon where id = $1 and bill_state = ${codes.BillState.taken} and next_time is null`, found?.id);
  },
  async 'orders.boxes'(t) {
    const activityId = await runningBoxes(t, [await poolRow(t, { probability: 100 })]);
    const { boxId } = await addBoxOrder(t, activityId);
    await t.app.pool.query(
      `update ord_blind_box set box_state = ${codes.BoxState.opened}, open_time = now(), next_time = now() where id = $1`,
      [boxId],
    );
    return () => count(t, 'ord_blind_box where id = $1 and winning_id is not null', boxId);
  },
  async 'messages.parts'(t) {
    const kit = await campaigns(t);
    await kit.owner({ cityId: '310100' });
    const id = await kit.approved({});
    expect(await kit.move(id, 'publish', kit.author.token)).toMatchObject({ code: 0 });
    return () => count(t, "msg_inbox where ref_type = 'activityMessage' and ref_id = $1", id);
  },
  async 'messages.reminderParts'(t) {
    const id = await addSample(t, entityNamed('serviceMessage'));
    await t.app.pool.query('insert into msg_service_run (message_id, run_date) values ($1, current_date)', [id]);
    return () => count(t, 'msg_service_run where message_id = $1 and next_time is null', id);
  },
  async 'prizes.express'(t) {
    const { id } = await awardSample(t, await addSample(t, entityNamed('prize')));
    await t.app.pool.query(
      `update act_winning_record set status = 2, express_company = 'ZTO', express_no = '751234567890' where id = $1`,
      [id],
    );
    await withTransaction(t.app.db, (tx) =>
      followParcel(tx, winningCargo, id, { expressCompany: 'ZTO', expressNo: '751234567890' }),
    );
    return () => count(t, "exp_parcel where number = '751234567890' and subscribed_time is not null");
  },
  async 'prizes.winners'(t) {
    const { id, userId } = await awardSample(t, await addSample(t, entityNamed('prize')));
    await t.app.pool.query('delete from msg_inbox where user_id = $1', [userId]);
    await t.app.pool.query('insert into act_winner_due (winning_id) values ($1)', [id]);
    return () => count(t, 'msg_inbox where user_id = $1', userId);
  },
  async 'statistics.schedules'(t) {
    const id = await addSample(t, entityNamed('reportSubscription'));
    await t.app.pool.query(
      `with s as (update stat_subscription set time_of_day = to_char(now() at time zone 'Asia/Shanghai', 'HH24:MI') where id = $1)
       update stat_subscription_due set due_time = date_trunc('minute', now()), next_time = now() where subscription_id = $1`,
      [id],
    );
    return () => count(t, 'stat_delivery where subscription_id = $1', id);
  },
  async 'statistics.reports'(t) {
    const id = await addSample(t, entityNamed('reportSubscription'));
    await t.app.pool.query(
      `insert into stat_delivery (subscription_id, due_time, user_id) select id, date_trunc('minute', now()), owner_id from stat_subscription where id = $1`,
      [id],
    );
    const { sent } = codes.ReportDelivery;
    return () => count(t, `stat_delivery where subscription_id = $1 and state = ${sent} and next_time is null`, id);
  },
  async 'sim.operations'(t) {
    const card = await addCard(t);
    await submit(t, { iccids: [card.iccid] });
    return () => ordersOf(t, card);
  },
  async 'sim.sweeps'(t) {
    await t.app.pool.query('insert into sim_sweep (carrier) values (1)');
    return () => count(t, '(select 1 where not exists (select 1 from sim_sweep)) s');
  },
};
