import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { notSensitive } from './sensitive-tags.ts';
import { ruleFault } from './tag-rule.ts';

/** Rows of a file of users. */
export const mostImported = 200_000;

const isType =
  (code: number) =>
  (row: Row): boolean =>
    Number(row['tagType']) === code;
const byRule = isType(codes.TagType.rule);
const byFile = isType(codes.TagType.import);

function ruleFits(row: Row): Issue | undefined {
  // A missing rule is refused as a missing field.
  const fault = byRule(row) && row['rule'] ? ruleFault(row['rule']) : undefined;
  return fault && { field: 'rule', text: fault.text, ...(fault.params && { params: fault.params }) };
}

/** User tag 用户标签: app users by hand, by a rule or from a file, to address them together. */
export const userTag = defineEntity({
  name: 'userTag',
  table: 'usr_tag',
  domain: 'users',
  label: { zh: '用户标签', en: 'User tag' },
  base: '/user/crm/userTag',
  page: 'userTagsManage',
  title: ['name', 'tagCode'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    tagCode: f.text({ required: true, readonly: true, max: 10, unique: 'ever', label: { zh: '编码', en: 'Code' } }),
    name: f.text({
      required: true,
      min: 2,
      max: 12,
      unique: true,
      help: { zh: '不得涉及健康、宗教和未成年人', en: 'Nothing about health, religion or minors' },
    }),
    groupName: f.dict('TagGroup', { required: true, index: true, label: { zh: '分组', en: 'Group' } }),
    color: f.dict('TagColor', { required: true, default: 'primary' }),
    tagType: f.dict('TagType', { required: true, fixed: true, default: codes.TagType.manual, index: true }),
    rule: f.json({
      required: true,
      visible: byRule,
      refers: ['vehicleType', 'vehicleSeries'],
      label: { zh: '规则', en: 'Rule' },
    }),
    // A rule selects among the users whom they may see.
    ruleBy: f.ref('sysUser', {
      readonly: true,
      visible: byRule,
      label: { zh: '规则制定人', en: 'Rule by' },
      help: { zh: '规则只在其数据范围内选取用户', en: 'The rule selects within their data scope' },
    }),
    refreshMode: f.dict('TagRefresh', {
      required: true,
      default: codes.TagRefresh.daily,
      visible: byRule,
      label: { zh: '刷新', en: 'Refresh' },
      help: { zh: '每日03:00刷新，或手动', en: 'Every day at 03:00, or by hand' },
    }),
    // A list of mobile numbers: the server reads it, no page shows it.
    userFile: f.file({
      biz: 'import',
      sensitive: true,
      maxMb: 20,
      required: true,
      visible: byFile,
      label: { zh: '用户文件', en: 'User file' },
      help: {
        zh: 'xlsx或csv，首列为手机号或用户ID，最多200,000行；手机号至少100个，每天最多10份',
        en: 'xlsx or csv, mobile numbers (at least 100, up to 10 lists a day) or user IDs in the first column, up to 200,000 rows',
      },
    }),
    expireTime: f.instant({ ahead: 1, label: { zh: '失效时间', en: 'Expires' } }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    remark: f.longText({ max: 200 }),
    userCount: f.int({ required: true, default: 0, readonly: true, label: { zh: '用户数', en: 'Users' } }),
    usedBy: f.computed(f.int(), { label: { zh: '使用处', en: 'Uses' } }),
    lastRefreshTime: f.instant({ readonly: true, label: { zh: '最近刷新', en: 'Last refresh' } }),
    importReport: f.json({ readonly: true, label: { zh: '导入结果', en: 'Import report' } }),
  },
  list: {
    columns: [
      'name',
      'tagCode',
      'enabled',
      'userCount',
      'color',
      'tagType',
      'groupName',
      'usedBy',
      'refreshMode',
      'lastRefreshTime',
      'expireTime',
      'createBy',
    ],
    identity: ['name', 'tagCode'],
    filters: { keyword: 'like', name: 'like', tagType: 'eq', groupName: 'eq', enabled: 'eq' },
    keyword: { eq: ['tagCode'], like: ['name'], label: { zh: '名称 / 编码', en: 'Name / code' } },
    order: 'createTime desc',
  },
  aliases: { group: 'groupName' },
  form: [
    {
      title: { zh: '标签', en: 'Tag' },
      fields: ['name', 'groupName', 'color', 'tagType', 'expireTime', 'enabled', 'remark'],
    },
    // The rule stands last: its preview comes right below it.
    { title: { zh: '用户', en: 'Users' }, fields: ['refreshMode', 'userFile', 'rule'] },
  ],
  detail: [
    {
      title: { zh: '标签', en: 'Tag' },
      fields: [
        'tagCode',
        'groupName',
        'color',
        'tagType',
        'ruleBy',
        'refreshMode',
        'lastRefreshTime',
        'expireTime',
        'enabled',
        'remark',
        'createBy',
        'createTime',
      ],
    },
  ],
  machines: { enabled: 'SM-Enable' },
  choosable: { enabled: [1] },
  rules: [ruleFits, notSensitive],
  actions: {
    refresh: {
      label: { zh: '刷新', en: 'Refresh' },
      path: 'refresh',
      button: 'userTagsManage.refresh',
      where: ['row', 'detail'],
      from: { tagType: [codes.TagType.rule], enabled: [1] },
    },
  },
});
