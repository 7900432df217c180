import { first, type Plant } from './plant.ts';
import { money } from './plants-money.ts';

const prizes: readonly Plant[] = [
  ['prizes.stock', 'a stock is changed', `update act_prize set stock = stock + 1 where id = ${first('act_prize')}`],
  [
    'prizes.stock',
    'an entry of the stock log is gone',
    `delete from act_prize_stock_log where id = ${first('act_prize_stock_log')}`,
  ],
  [
    'prizes.stock',
    'a stock below zero',
    'alter table act_prize drop column available',
    `update act_prize set sent = stock + 1 where id = ${first('act_prize')}`,
  ],
  [
    'prizes.coupons',
    'a coupon counts one more',
    `update act_coupon set issued = issued + 1 where id = ${first('act_coupon', 'issued < total')}`,
  ],
  [
    'prizes.coupons',
    'a coupon is used, and not counted',
    `update act_user_coupon set status = 2, use_time = now() where id = ${first('act_user_coupon', 'status = 0')}`,
  ],
  [
    'prizes.coupons',
    'more are given than there are',
    'alter table act_coupon drop constraint ck_act_coupon_given',
    `update act_coupon set total = 1 where id = ${first('act_coupon', 'issued > 1')}`,
  ],
  [
    'prizes.coupons',
    'a use without its time',
    `update act_user_coupon set use_time = null where id = ${first('act_user_coupon', 'status = 2')}`,
  ],
  [
    'prizes.codes',
    'a code is stored twice',
    'drop index uq_act_coupon_code_code_hash',
    `insert into act_coupon_code (coupon_id, code_enc, code_hash) select coupon_id, code_enc, code_hash from act_coupon_code order by id limit 1`,
  ],
  [
    'prizes.codes',
    'a code is given to two',
    'drop index uq_act_coupon_code_user_coupon_id',
    `update act_coupon_code set user_coupon_id = (select user_coupon_id from act_coupon_code where user_coupon_id is not null order by id limit 1) where id = ${first('act_coupon_code', 'user_coupon_id is null')}`,
  ],
  [
    'prizes.codes',
    'a code is given with another coupon',
    `update act_coupon_code set coupon_id = coupon_id + 1000 where id = ${first('act_coupon_code', 'user_coupon_id is not null')}`,
  ],
  [
    'prizes.codes',
    'a coupon has lost its code',
    `update act_coupon_code set user_coupon_id = null where id = ${first('act_coupon_code', 'user_coupon_id is not null')}`,
  ],
  ['events.draws', 'a receipt is gone', `delete from act_raffle_draw where id = ${first('act_raffle_draw', 'n > 2')}`],
  [
    'events.draws',
    'a head is changed',
    `update act_raffle_lane set head = sha256('x') where (activity_id, lane) = (select activity_id, lane from act_raffle_draw limit 1)`,
  ],
  [
    'events.draws',
    'a draw is forged',
    `update act_raffle_draw set nonce = 'forged', time = now() where id = ${first('act_raffle_draw', 'n > 1')}`,
  ],
  [
    'events.raffles',
    'a prize was won once more',
    `update act_raffle_prize set won = won + 1 where (activity_id, sort) = (select activity_id, sort from act_raffle_prize where won < quantity and daily_limit is null limit 1)`,
  ],
  [
    'events.raffles',
    'a budget is spent',
    `update act_raffle_state set spent_fen = spent_fen + 1 where activity_id = (select activity_id from act_raffle_state where spent_fen < budget_limit_fen limit 1)`,
  ],
  [
    'events.raffles',
    'a win has lost its record',
    `delete from act_winning_record where id = (select winning_id from act_raffle_draw where winning_id is not null order by id limit 1)`,
  ],
  [
    'events.raffles',
    'a user has drawn more',
    `update act_raffle_user set draws = draws + 1 where (activity_id, user_id) = (select activity_id, user_id from act_raffle_draw limit 1)`,
  ],
  [
    'events.wishes',
    'a wish is liked more',
    `update act_wish set like_count = like_count + 1 where id = ${first('act_wish')}`,
  ],
];

const people: readonly Plant[] = [
  [
    'content.articles',
    'an article is liked more',
    `update cnt_article set like_count = like_count + 1 where id = ${first('cnt_article')}`,
  ],
  [
    'content.articles',
    'a like is gone',
    `delete from cnt_article_like where (article_id, user_id) = (select article_id, user_id from cnt_article_like limit 1)`,
  ],
  [
    'content.articles',
    'a day counts more',
    `update cnt_article_day set views = views + 1 where (article_id, stat_date) = (select article_id, stat_date from cnt_article_day limit 1)`,
  ],
  [
    'content.articles',
    'a comment is hidden, and still counted',
    `update cnt_article_comment set hidden = 1 where id = ${first('cnt_article_comment', 'hidden = 0 and not deleted')}`,
  ],
  ['content.faqs', 'a FAQ helps more', `update cnt_faq set helpful = helpful + 1 where id = ${first('cnt_faq')}`],
  [
    'messages.counts',
    'a message counts more',
    `update msg_push_count set n = n + 1 where (ref_type, ref_id) in (select ref_type, ref_id from msg_inbox where create_time > now() - interval '20 days')`,
  ],
  [
    'messages.counts',
    'a message counts less than nothing',
    `update msg_push_count set n = -5 where (ref_type, ref_id) = (select ref_type, ref_id from msg_push_count limit 1)`,
  ],
  [
    'messages.counts',
    'records are gone',
    `delete from msg_push_record where priority > 0 and ref_id is not null and inbox_id in (select id from msg_inbox where create_time > now() - interval '20 days')`,
  ],
  [
    'messages.inboxes',
    'a message of a record is gone',
    `delete from msg_inbox where id = (select min(inbox_id) from msg_push_record)`,
  ],
  ['messages.inboxes', 'reading is not counted', `update msg_activity set read_count = 0 where read_count > 0`],
  [
    'sim.cards',
    'a card is in another state',
    `update sim_card set sim_status = 6, stop_reason = null where id = (select entity_id::bigint from sys_operation_log where entity = 'simCard' and after ? 'simStatus' order by id limit 1)`,
  ],
  [
    'sim.cards',
    'an active card has a reason to be suspended',
    `update sim_card set stop_reason = '9' where id = ${first('sim_card', 'sim_status = 3 and not deleted')}`,
  ],
  [
    'sim.operations',
    'a card has forgotten its operation',
    `update sim_card set pending_op = null where id = ${first('sim_card', 'pending_op is not null and not deleted')}`,
  ],
  [
    'sim.operations',
    'a card waits for nothing',
    `update sim_card set pending_op = 1 where id = ${first('sim_card', 'pending_op is null and not deleted')}`,
  ],
  [
    'sim.operations',
    'an operation ended at no time',
    `update sim_operation set finish_time = null where id = ${first('sim_operation', 'status = 3')}`,
  ],
  [
    'sim.usage',
    'a month says more',
    `insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb) select iccid, date_trunc('month', now() at time zone 'Asia/Shanghai')::date, month_used_kb + 7, 0, 0, package_mb from sim_card where not deleted order by id limit 1 on conflict (iccid, month) do update set used_kb = excluded.used_kb`,
  ],
  [
    'users.tags',
    'a tag counts more',
    `update usr_tag set user_count = user_count + 1 where id = ${first('usr_tag', 'not deleted')}`,
  ],
  ['users.tags', 'a member is gone', `delete from usr_tag_member where id = ${first('usr_tag_member', 'not deleted')}`],
];

/** Owner and binding state are held together by the table itself. */
const ownerFree = 'alter table veh_vehicle drop constraint ck_veh_vehicle_owner';

const fleet: readonly Plant[] = [
  [
    'binding.owners',
    'a vehicle has lost its owner',
    ownerFree,
    `update veh_vehicle set owner_user_id = null where id = ${first('veh_vehicle', 'owner_user_id is not null and not deleted')}`,
  ],
  [
    'binding.owners',
    'a vehicle has another owner',
    `update veh_vehicle set owner_user_id = owner_user_id + 1 where id = ${first('veh_vehicle', 'owner_user_id is not null and not deleted')}`,
  ],
  [
    'binding.owners',
    'a vehicle is bound to nobody',
    ownerFree,
    `update veh_vehicle set bind_status = 1 where id = ${first('veh_vehicle', 'owner_user_id is null and not deleted')}`,
  ],
  [
    'binding.owners',
    'a vehicle has two owners',
    'drop index uq_veh_binding_owner',
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) select vehicle_id, user_id + 1, 1, 1, now(), channel, key_version from veh_binding where bind_type = 1 and status = 1 and not deleted order by id limit 1`,
  ],
  [
    'binding.owners',
    'a binding has ended and not ended',
    `update veh_binding set unbind_time = now() where id = ${first('veh_binding', 'status = 1 and not deleted')}`,
  ],
  [
    'vehicles.batteries',
    'a battery is in another vehicle',
    `update veh_battery set vehicle_id = 987654321 where id = ${first('veh_battery', 'vehicle_id is not null and not deleted')}`,
  ],
  [
    'vehicles.batteries',
    'a record of a battery has ended',
    `update veh_battery_binding set unbind_time = now() where id = ${first('veh_battery_binding', 'unbind_time is null and not deleted')}`,
  ],
  [
    'vehicles.batteries',
    'a record ends before it begins',
    `update veh_battery_binding set unbind_time = bind_time - interval '1 day' where id = ${first('veh_battery_binding', 'unbind_time is not null and not deleted')}`,
  ],
  [
    'trips.activeDays',
    'an active vehicle is gone',
    `delete from stat_active_day where (vehicle_id, stat_date) = (select vehicle_id, stat_date from stat_active_day where active and stat_date = (now() at time zone 'Asia/Shanghai')::date - 1 limit 1)`,
  ],
  [
    'trips.activeDays',
    'a vehicle was active that was not',
    `insert into stat_active_day (stat_date, vehicle_id, trip_time) values ((now() at time zone 'Asia/Shanghai')::date - 1, 987654321, now())`,
  ],
  [
    'trips.trips',
    'a trip ends before it begins',
    `update veh_trip set end_time = start_time - interval '1 hour' where id = ${first('veh_trip', 'end_time is not null and not deleted', 'start_time desc')}`,
  ],
  [
    'ota.executions',
    'a task counts more',
    `update ota_execution_count set n = n + 1 where task_id = (select min(task_id) from ota_execution_count)`,
  ],
  [
    'ota.executions',
    'an execution has another state',
    'alter table ota_execution drop constraint ota_execution_check1',
    `update ota_execution set status = 7 where id = ${first('ota_execution', 'status <> 7 and not deleted')}`,
  ],
  [
    'ota.executions',
    'a task has fixed more vehicles',
    `update ota_task set target_count = target_count + 1 where id = (select min(task_id) from ota_execution)`,
  ],
];

/** Days that are over, and looked at every night. */
const sealedDays = `time between now() - interval '20 days' and now() - interval '2 days'`;
/** An installation that began so many days ago. */
const began = (days: number): string =>
  `insert into sys_sealing_key (fingerprint, create_time) values (sha256('x'), now() - interval '${days} days')`;

const traces: readonly Plant[] = [
  [
    'files.stored',
    'a file of a record has no row',
    `delete from sys_file where file_id = (select min(file_id) from sys_file_use)`,
  ],
  ['files.stored', 'files are not in the storage', `update sys_file set storage_key = 'files/2000/01/' || id`],
  ['files.stored', 'files have another content', `update sys_file set sha256 = repeat('0', 64)`],
  [
    'access.approvals',
    'what was approved is changed',
    `update sys_approval set content = content || '{"title": "forged"}' where id = ${first('sys_approval', `step = 'approved'`)}`,
  ],
  [
    'access.approvals',
    'nothing was handed in',
    `delete from sys_approval s where s.step = 'submitted' and exists (select from sys_approval a where a.step = 'approved' and (a.entity, a.entity_id, a.round) = (s.entity, s.entity_id, s.round))`,
  ],
  [
    'access.approvals',
    'an author has approved',
    'alter table sys_approval drop constraint ck_sys_approval_another',
    `update sys_approval set authors = array[user_id] where id = ${first('sys_approval', `step = 'approved' and content is not null`)}`,
  ],
  [
    'access.approvals',
    'a version is changed',
    `update sys_version set content = content || '{"title": "forged"}' where (entity, entity_id, number) in (select entity, entity_id, version from sys_approval where version is not null)`,
  ],
  [
    'access.approvals',
    'an approval is not in the log',
    `update sys_proof_run set time = now() - interval '1 day'`,
    `update sys_approval set time = now() - interval '1 hour' where id = ${first('sys_approval', `step = 'approved'`)}`,
  ],
  [
    'access.reviewed',
    'a message was changed after its approval',
    `update msg_activity set title = 'forged' where id in (select entity_id from sys_approval where entity = 'activityMessage' and step = 'approved')`,
  ],
  [
    'access.logs',
    'entries of the operation log are gone',
    `delete from sys_operation_log where id = ${first('sys_operation_log', sealedDays)}`,
  ],
  [
    'access.logs',
    'an entry of the operation log is changed',
    `update sys_operation_log set username = 'somebody' where id = ${first('sys_operation_log', sealedDays)}`,
  ],
  [
    'access.logs',
    'an entry is added to a day that is over',
    `insert into sys_operation_log (username, action, entity, time) values ('somebody', 'update', 'vehicle', now() - interval '3 days')`,
  ],
  [
    'access.logs',
    'a sensitive access is gone',
    `delete from sys_sensitive_access_log where id = ${first('sys_sensitive_access_log', sealedDays)}`,
  ],
  [
    'access.logs',
    'a login is changed',
    `update sys_login_log set ip = '192.0.2.1' where id = ${first('sys_login_log', sealedDays)}`,
  ],
  [
    'access.sealed',
    'a sealed value is damaged',
    `update usr_app_user set mobile_enc = set_byte(mobile_enc, 20, get_byte(mobile_enc, 20) # 1) where id = ${first('usr_app_user', 'mobile_enc is not null')}`,
  ],
  [
    'access.sealed',
    'a sealed value is another one',
    `update usr_app_user set mobile_hash = sha256('x') where id = ${first('usr_app_user', 'mobile_enc is not null')}`,
  ],
  ['proof.backups', 'no backup is made', began(9)],
  [
    'proof.backups',
    'no backup is restored',
    began(101),
    `insert into sys_backup_log (kind, backup_time, rows, files, sha256) values ('made', now(), 1, 0, '')`,
  ],
];

export const plants: readonly Plant[] = [...money, ...prizes, ...people, ...fleet, ...traces];
