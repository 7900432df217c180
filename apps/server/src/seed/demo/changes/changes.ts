import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import type { PoolClient } from 'pg';
import { after, hour, officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

const { waiting, approved, refused } = machines['SM-Change'].states;

interface Entry {
  readonly category: string;
  readonly name: string;
  readonly status: number;
  readonly daysAgo: number;
  readonly reason: string;
  readonly remark: string | null;
}

const entries: readonly Entry[] = [
  {
    category: 'LinkHost',
    name: 'shop.example.com',
    status: approved,
    daysAgo: 41,
    reason: '商城上线，公告需要链接到商品页',
    remark: '域名已备案',
  },
  {
    category: 'OwnHost',
    name: 'survey.example.net',
    status: refused,
    daysAgo: 12,
    reason: '满意度调查用第三方问卷',
    remark: '第三方域名会收到车主令牌，请改用外链',
  },
  {
    category: 'LinkHost',
    name: 'club.example.com',
    status: waiting,
    daysAgo: 1,
    reason: '车友会活动报名页',
    remark: null,
  },
];

/** Ids of the accounts that ask and decide. */
interface People {
  readonly admin: string | null;
  readonly operations: string | null;
}

const itemCode = entityNamed('itemCode');

/** What a new entry is asked for with, field by field, as the console keeps it. */
function fieldsOf({ category, name }: Entry): object[] {
  const values = { category, code: name.replaceAll('.', '-'), name, nameEn: name, enabled: 1 };
  return Object.entries(values).map(([field, value]) => {
    const { zh, en } = labelOf(itemCode, field);
    return { field, label: zh, labelEn: en, before: null, after: value };
  });
}

/** Entries of lists that allow something: one was approved, one refused, and one waits. */
export async function makeChanges(client: PoolClient, { now }: World, { admin, operations }: People): Promise<void> {
  const rows = entries.map((entry, at): CopyRow => {
    const made = officeTime(now, entry.daysAgo, at);
    const decided = entry.status === waiting ? null : after(made, 3 * hour);
    return {
      kind: codes.ChangeKind.dictionary,
      action: codes.ChangeAction.add,
      subject: `${entry.category} · ${entry.name}`,
      changes: JSON.stringify({ fields: fieldsOf(entry) }),
      reason: entry.reason,
      status: entry.status,
      submitter_id: admin,
      submit_time: made,
      auditor_id: decided && operations,
      audit_time: decided,
      audit_remark: entry.remark,
      ...marks(now, admin, made, decided ?? made),
    };
  });
  await copyRows(client, 'sys_change_request', rows);
}
