import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { PartnerConfig } from '../../config.ts';
import { startSandboxServer, type SandboxAnswer } from '../partner/sandbox-server.ts';

const [leastMs, mostMs] = [120, 600];

/** Parameter of the interface → condition over `sap_vehicle`. */
const conditions: Readonly<Record<string, string>> = {
  vin: 'vin =',
  deliveryNo: 'delivery_no =',
  sapOrderNo: 'sap_order_no =',
  materialCode: 'material_code =',
  plant: 'plant =',
  postedFrom: 'goods_issue_date >=',
  postedTo: 'goods_issue_date <=',
};
const mostRows = 500;
/** A delivery number that does not exist; it simulates a failure of SAP. */
const brokenDelivery = '9999999999';

/** A stand-in for SAP with vehicles and delays of its own (`sap_vehicle`). Asked for the delivery 9999999999 it fails. */
export function startSapSandbox(pool: Pool): Promise<PartnerConfig> {
  return startSandboxServer(async ({ method, url }): Promise<SandboxAnswer> => {
    await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { ref: false });
    if (method !== 'GET' || url.pathname !== '/vehicles') return { status: 404, body: { error: 'not found' } };
    if (url.searchParams.get('deliveryNo') === brokenDelivery) return { status: 503, body: { error: 'short dump' } };
    const asked = Object.entries(conditions).flatMap(([name, condition]) => {
      const value = url.searchParams.get(name);
      return value === null || value === '' ? [] : [{ condition, value }];
    });
    if (asked.length === 0) return { status: 400, body: { error: 'no selection' } };
    const size = Math.min(mostRows, Math.max(1, Number(url.searchParams.get('pageSize') ?? 20) || 20));
    const offset = (Math.max(1, Number(url.searchParams.get('page') ?? 1) || 1) - 1) * size;
    const where = asked.map(({ condition }, at) => `${condition} $${at + 1}`).join(' and ');
    const values = asked.map(({ value }) => value);
    const { rows } = await pool.query<{ total: number; list: unknown }>(
      `select (select count(*)::int from sap_vehicle where ${where}) as total, coalesce((select json_agg(r) from (
        select vin, material_code as "materialCode", material_desc as "materialDesc", color, sap_order_no as "sapOrderNo", delivery_no as "deliveryNo",
          customer_code as "customerCode", customer_name as "customerName", plant, production_date::text as "productionDate",
          goods_issue_date::text as "goodsIssueDate", imei, ecu_sn as "ecuSn", battery_sns as "batterySns"
        from sap_vehicle where ${where} order by goods_issue_date desc nulls last, vin limit ${size} offset ${offset}) r), '[]') as list`,
      values,
    );
    return { status: 200, body: rows[0] ?? { total: 0, list: [] } };
  });
}
