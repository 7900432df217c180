import type { Machine, Review } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { coveredFields, machineReview, reviewedEntities, rulesOf } from '../../entity/approval/rules.ts';
import { hashOf, unseal } from '../../entity/seal.ts';
import { sealedColumns } from '../../entity/sealing-key.ts';
import { snake } from '../../entity/storage.ts';
import { findingOf, type Looking, type Proof, proofOf, type Wrong } from '../../proof/define.ts';

/** Every day of the last month, and of what is older a seventh: each day is looked at once a week. Days that retention has begun to shorten are over. */
const daysToday = `s.day > (now() - make_interval(days => $1::int))::date + 1
  and (s.day > now()::date - 31 or extract(doy from s.day)::int % 7 = extract(doy from now())::int % 7)`;

const logs = proofOf({
  name: 'access.logs',
  label: { zh: '操作、登录与敏感查看日志', en: 'Logs of operations, logins and sensitive access' },
  proves: {
    zh: '已结束日期的日志与当时封存的条数和内容一致：没有删除、修改或补写。',
    en: 'The logs of days that are over are as they were sealed: nothing was deleted, changed or added later.',
  },
  checked: 'select coalesce(sum(rows), 0) from sys_proof_seal',
  looks: [
    {
      says: { zh: '当日有{has}条，封存时为{should}条', en: 'The day has {has} rows, {should} were sealed' },
      sql: `select s.log || ' ' || s.day as name, d.rows as has, s.rows as should from sys_proof_seal s cross join lateral log_digest(s.log, s.day) d
        where ${daysToday} and d.rows <> s.rows`,
      values: ({ config }) => [config.logRetentionDays],
    },
    {
      says: { zh: '当日的{has}条日志有内容被改过', en: 'Of the {has} rows of the day some were changed' },
      sql: `select s.log || ' ' || s.day as name, d.rows as has from sys_proof_seal s cross join lateral log_digest(s.log, s.day) d
        where ${daysToday} and d.rows = s.rows and d.digest <> s.digest`,
      values: ({ config }) => [config.logRetentionDays],
    },
  ],
});

const approvals = proofOf({
  name: 'access.approvals',
  label: { zh: '审批与版本', en: 'Approvals and versions' },
  proves: {
    zh: '审批的内容与其哈希、提交的内容一致，审批人没有写过该内容，近期的审批都在操作日志中。',
    en: 'What was approved has its hash and is what was handed in, by another person than its authors; recent approvals are in the operation log.',
  },
  checked: 'select count(*) from sys_approval',
  looks: [
    {
      says: { zh: '内容与哈希不符', en: 'Its content is not that of its hash' },
      sql: `select entity, entity_id as record, entity || ' ' || entity_id as name from sys_approval where content is not null and hash <> content_hash(content)`,
    },
    {
      says: { zh: '批准的内容不是提交的内容', en: 'Another content was approved than was handed in' },
      sql: `select a.entity, a.entity_id as record, a.entity || ' ' || a.entity_id as name from sys_approval a
        left join sys_approval s on s.entity = a.entity and s.entity_id = a.entity_id and s.round = a.round and s.step = 'submitted'
        where a.step = 'approved' and (s.id is null or s.hash is not null and s.hash is distinct from a.hash)`,
    },
    {
      says: { zh: '审批人写过该内容', en: 'It was approved by one of its authors' },
      sql: `select entity, entity_id as record, entity || ' ' || entity_id as name from sys_approval where step = 'approved' and content is not null
        and (user_id is null or user_id = any(authors))`,
    },
    {
      says: { zh: '审批引用的版本内容不同', en: 'The version that it names has another content' },
      sql: `select a.entity, a.entity_id as record, a.entity || ' ' || a.entity_id as name from sys_approval a
        left join sys_version v on v.entity = a.entity and v.entity_id = a.entity_id and v.number = a.version
        where a.version is not null and (v.id is null or content_hash(v.content) <> a.hash)`,
    },
    {
      says: { zh: '操作日志中没有审批人当时的操作', en: 'The operation log has nothing of the approver at that time' },
      // Since the first run: what an installation was filled with has no log.
      sql: `select a.entity, a.entity_id as record, a.entity || ' ' || a.entity_id as name from sys_approval a
        where a.step = 'approved' and a.user_id is not null and a.time > greatest(coalesce((select min(time) from sys_proof_run), 'infinity'), now() - interval '90 days')
          and a.time < now() - interval '15 minutes' and not exists (select from sys_operation_log l where l.user_id = a.user_id
            and l.time between a.time - interval '15 minutes' and a.time + interval '15 minutes')`,
    },
  ],
});

/** States of records that have taken effect: what their execution leads to, until they are drafts again. */
function inEffect(transitions: Machine['transitions'], { submit, execute }: Review): readonly string[] {
  const drafts = new Set(transitions.filter(({ action }) => submit.includes(action)).flatMap(({ from }) => from));
  const found = new Set(transitions.filter(({ action }) => execute.includes(action)).map(({ to }) => to));
  // A set that grows is gone through to its end.
  for (const state of found)
    for (const { from, to } of transitions)
      if (from.includes(state) && /^\d+$/.test(to) && !drafts.has(to)) found.add(to);
  return [...found];
}

/** SQL: records of an entity in effect whose texts are not those that were approved last; undefined where it has none to compare. */
function changedSince(name: string): string | undefined {
  const entity = entityNamed(name);
  const found = machineReview(entity);
  if (found === undefined) return undefined;
  const { machine, review, field } = found;
  const states = inEffect(machine.transitions, review);
  const { allows = {} } = rulesOf(entity);
  const texts = coveredFields(entity).filter((one) => entity.fields[one]?.kind === 'text' && !(one in allows));
  if (states.length === 0 || texts.length === 0) return undefined;
  const differs = texts.map(
    (one) => `a.content ? '${one}' and t.${snake(one)} is distinct from a.content ->> '${one}'`,
  );
  const [title = 'id'] = entity.title;
  return `select '${name}' as entity, t.id as record, t.${snake(title)}::text as name from ${entity.table} t cross join lateral (
      select content, step from sys_approval where entity = '${name}' and entity_id = t.id order by round desc, id desc limit 1) a
    where not t.deleted and t.${snake(field)} in (${states.map(Number).join(', ')}) and a.step in ('approved', 'waived') and (${differs.join(' or ')})`;
}

/** What is in effect is what was approved. */
const reviewed: Proof = {
  name: 'access.reviewed',
  label: { zh: '已生效的审批内容', en: 'Approved content in effect' },
  proves: {
    zh: '已生效的消息、文章、主题、固件和任务的文字就是最后批准的文字。',
    en: 'The texts of messages, articles, themes, firmware and tasks in effect are those that were approved last.',
  },
  look: (looking) => {
    const parts = reviewedEntities().flatMap((name) => changedSince(name) ?? []);
    return proofOf({
      name: 'access.reviewed',
      label: reviewed.label,
      proves: reviewed.proves,
      checked: `select count(distinct (entity, entity_id)) from sys_approval where step = 'approved'`,
      looks: [
        {
          says: { zh: '内容在批准后被改过', en: 'It was changed after it was approved' },
          sql: parts.join(' union all '),
        },
      ],
    }).look(looking);
  },
};

/** Values of each column that are opened: the newest and the oldest. */
const opened = 5;

async function lookAtSealed({ app, client }: Looking) {
  const wrong: Wrong[] = [];
  let checked = 0;
  for (const { table, column, key, hash } of await sealedColumns(client)) {
    const order = (way: string): string => key.map((one) => `${one} ${way}`).join(', ');
    const select = `select ${column} as enc, ${hash ?? 'null::bytea'} as hash, concat_ws(' ', ${key.join(', ')}) as name from ${table} where ${column} is not null`;
    const { rows } = await client.query<{ enc: Buffer; hash: Buffer | null; name: string }>(
      `(${select} order by ${order('desc')} limit ${opened}) union (${select} order by ${order('asc')} limit ${opened})`,
    );
    const seen = rows.map((row) => ({ ...row, ...stateOf(app.secrets, row) }));
    // Of some columns the hash is of more than the value: there none of them is that of its value.
    const isOfValue = seen.some(({ isHashed }) => isHashed);
    checked += rows.length;
    for (const row of seen) {
      const text = row.opens ? (isOfValue && row.hash !== null && !row.isHashed ? otherHash : undefined) : closed;
      if (text !== undefined) wrong.push({ name: `${table}.${column} ${row.name}`, text, entity: null, record: null });
    }
  }
  return findingOf(checked, wrong);
}

const closed = { zh: '密钥打不开', en: 'The key does not open it' };
const otherHash = { zh: '密文与其哈希不是同一个值', en: 'The sealed value is not that of its hash' };

function stateOf(keys: { readonly sealKey: Buffer }, { enc, hash }: { enc: Buffer; hash: Buffer | null }) {
  try {
    const value = unseal(keys, enc);
    return { opens: true, isHashed: hash?.equals(hashOf(keys, value)) === true };
  } catch {
    return { opens: false, isHashed: false };
  }
}

const sealed: Proof = {
  name: 'access.sealed',
  label: { zh: '加密的值', en: 'Sealed values' },
  proves: {
    zh: '每个加密列中抽样的值都能用密钥打开，且与其哈希一致。',
    en: 'A sample of each column with sealed values opens with the key, and is what its hash says.',
  },
  look: lookAtSealed,
};

export const accessProofs: readonly Proof[] = [logs, approvals, reviewed, sealed];
