import { listedText } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { notifyStaff } from '../messages/service.ts';
import { simRole } from './finish.ts';
import { logMove } from './log-move.ts';

/** SQL: the network has seen the card in another device than its vehicle's. The last digit of an IMEI is not always reported. */
export const isMoved = (t: string): string =>
  `(${t}.imei_seen is not null and exists (select from veh_vehicle v where v.iccid = ${t}.iccid and not v.deleted and v.imei is not null and left(v.imei, 14) <> left(${t}.imei_seen, 14)))`;

/** Vehicles that a notice names. */
const mostNamed = 3;

/** Of cards that have just been seen in a new device: the administrators of SIM cards hear at once of those that left their vehicle. */
export async function tellOfMoved(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: string; vin: string; imeiSeen: string }>`
    select s.id::text as id, coalesce(w.vin, w.frame_no) as vin, s.imei_seen from sim_card s join veh_vehicle w on w.iccid = s.iccid and not w.deleted
    where s.id = any(${ids}::bigint[]) and not s.deleted and ${sql.raw(isMoved('s'))} order by s.id`.execute(tx);
  if (rows.length === 0) return;
  for (const { id, imeiSeen } of rows) await logMove(tx, 'simCard', id, 'cardMoved', { imeiSeen });
  const named = listedText(rows.slice(0, mostNamed).map(({ vin }) => vin));
  const more = rows.length > mostNamed;
  await notifyStaff(tx, {
    level: 3,
    title: { zh: 'SIM卡机卡分离', en: 'SIM cards moved' },
    body: {
      zh: `${rows.length}张卡出现在其他设备中：${named.zh}${more ? '等' : ''}`,
      en: `${rows.length} cards seen in other devices: ${named.en}${more ? ' and more' : ''}`,
    },
    path: '/simManage/simIndex?mismatch.eq=1',
    roleCodes: [simRole],
  });
}
