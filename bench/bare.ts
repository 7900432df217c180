/**
 * The yardstick: the same list, search, detail and update of vehicles as a careful person would write them by hand behind a bare
 * fastify and pg, without rights, scope, masking or audit. Usage: DATABASE_URL=… PORT=… node bench/bare.ts
 */
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const app = fastify();

const time = (column: string, name: string) =>
  `to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as "${name}"`;
const columns = `v.id, v.rev, v.vin, v.frame_no as "frameNo", v.vehicle_type_id as "vehicleTypeId", t.name as "vehicleTypeName", t.series_id as "seriesId", e.name as "seriesName", v.color,
  s.online, s.soc, s.odometer_km as "odometerKm", ${time('s.report_time', 'lastReportTime')}, v.activation_status as "activationStatus", v.bind_status as "bindStatus",
  v.operation_status as "operationStatus", u.mobile_mask as "ownerMobile", v.dealer_id as "dealerId", d.name as "dealerName", v.imei, v.iccid, v.ecu_sn as "ecuSn",
  s.controller_version as "controllerVersion", ${time('v.activation_time', 'activationTime')}, ${time('v.create_time', 'createTime')}`;
const joins = `left join veh_type t on t.id = v.vehicle_type_id left join veh_series e on e.id = t.series_id left join veh_vehicle_status s on s.vehicle_id = v.id
  left join usr_app_user u on u.id = v.owner_user_id left join dlr_dealer d on d.id = v.dealer_id`;
const totalLimit = 10_000;

/** Prepared once per connection, as a careful person would. */
async function page(name: string, where: string, values: unknown[]) {
  const [rows, count] = await Promise.all([
    pool.query({
      name: `${name}-rows`,
      values,
      text: `select ${columns} from (select * from veh_vehicle v where not v.deleted and ${where} order by v.create_time desc nulls last, v.id desc limit 10) v ${joins} order by v.create_time desc nulls last, v.id desc`,
    }),
    pool.query<{ n: number }>({
      name: `${name}-count`,
      values,
      text: `select count(*)::int as n from (select 1 from veh_vehicle v where not v.deleted and ${where} limit ${totalLimit + 1}) c`,
    }),
  ]);
  return {
    code: 0,
    data: { list: rows.rows as unknown[], total: Math.min(count.rows[0]?.n ?? 0, totalLimit) },
    message: '',
  };
}

app.post('/first', () => page('first', 'true', []));
/** Planned for its values: what is rare is found by its index and then sorted, instead of reading along the order of the page. */
app.post<{ Body: { part: string; activationStatus: number } }>('/search', async (req) => {
  const { rows } = await pool.query<{ list: unknown[]; total: number }>({
    values: [req.body.activationStatus, `%${req.body.part}%`],
    text: `with found as materialized (select v.id, v.create_time from veh_vehicle v where not v.deleted and v.activation_status = $1 and replace(v.vin, ' ', '') ilike $2 limit ${totalLimit + 1}),
        page as materialized (select id from found order by create_time desc nulls last, id desc limit 10)
      select (select count(*)::int from found) as total, coalesce((select json_agg(r) from
        (select ${columns} from page join veh_vehicle v on v.id = page.id ${joins} order by v.create_time desc nulls last, v.id desc) r), '[]') as list`,
  });
  const { list = [], total = 0 } = rows[0] ?? {};
  return { code: 0, data: { list, total: Math.min(total, totalLimit) }, message: '' };
});
const ends = ['vin', 'frame_no', 'imei', 'iccid', 'ecu_sn', 'plate_no'].map((column) => `reverse(v.${column}) like $1`);
app.post<{ Body: { end: string } }>('/end', (req) =>
  page('end', `(${ends.join(' or ')})`, [`${[...req.body.end].toReversed().join('')}%`]),
);
app.post<{ Body: { id: string } }>('/one', async (req) => {
  const { rows } = await pool.query({
    name: 'one',
    values: [req.body.id],
    text: `select ${columns}, v.* from veh_vehicle v ${joins} where v.id = $1 and not v.deleted`,
  });
  return { code: 0, data: rows[0] as unknown, message: '' };
});
const people = ['create', 'update'].map(
  (by) => `(select real_name from sys_user where id = v.${by}_by) as "${by}ByName"`,
);
/** With all that the product answers of a vehicle. */
app.post<{ Body: { id: string } }>('/whole', async (req) => {
  const { rows } = await pool.query({
    name: 'whole',
    values: [req.body.id],
    text: `select ${columns}, v.*, ${people.join(', ')}, u.nickname as "ownerUserName", d.province_id as "provinceId", d.city_id as "cityId", pa.name as "provinceName", ca.name as "cityName",
        s.ecu_version as "ecuVersion", t.warranty_months as "warrantyMonths",
        (select coalesce(json_agg(json_build_object('id', b.id::text, 'sn', b.battery_sn) order by b.id), '[]') from veh_battery b where b.vehicle_id = v.id and not b.deleted) as batteries,
        (select coalesce(json_agg(json_build_object('id', g.id::text, 'name', g.name) order by g.name), '[]') from usr_tag_member m join usr_tag g on g.id = m.tag_id and not g.deleted
          where m.user_id = v.owner_user_id and not m.deleted) as "ownerTags"
      from veh_vehicle v ${joins} left join sys_area pa on pa.id = d.province_id left join sys_area ca on ca.id = d.city_id where v.id = $1 and not v.deleted`,
  });
  return { code: 0, data: rows[0] as unknown, message: '' };
});
app.post<{ Body: { id: string; remark: string } }>('/update', async (req) => {
  const { rows } = await pool.query({
    name: 'update',
    values: [req.body.id, req.body.remark],
    text: 'update veh_vehicle set remark = $2, rev = rev + 1, update_time = now() where id = $1 returning id, rev',
  });
  return { code: 0, data: rows[0] as unknown, message: '' };
});

await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' });
console.log('ready');
process.once('SIGINT', () => process.exit(0));
