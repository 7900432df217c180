import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { contentMachines } from '../machines/content.ts';
import { appVersion } from '../patterns.ts';
import { transitions } from '../transitions.ts';

const { draft } = contentMachines['SM-IosReview'].states;
const wasSubmitted = (row: Row): boolean => Number(row['reviewStatus'] ?? draft) !== draft;

/** While the switch is on, something is hidden by it. */
export function hidesNothing(row: Row): Issue | undefined {
  const modules = row['hiddenModules'];
  if (Number(row['reviewMode']) !== 1 || (Array.isArray(modules) && modules.length > 0)) return undefined;
  return {
    field: 'hiddenModules',
    text: { zh: '审核模式下须选择隐藏模块', en: 'Choose what is hidden while review mode is on' },
  };
}

/** Version of the iOS app in the store's review iOS审核开关: what the app hides meanwhile, and what the reviewers sign in with. */
export const iosReview = defineEntity({
  name: 'iosReview',
  table: 'ps_ios_review',
  domain: 'content',
  label: { zh: 'iOS审核版本', en: 'iOS review' },
  base: '/ps/crm/iosReview',
  page: 'iosApproval',
  title: ['versionName'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    versionName: f.text({
      required: true,
      max: 11,
      pattern: appVersion,
      fixed: wasSubmitted,
      help: { zh: '如1.2.0', en: 'E.g. 1.2.0' },
    }),
    buildNo: f.int({ required: true, min: 1, max: 999_999_999, fixed: wasSubmitted }),
    reviewStatus: f.dict('IosReviewStatus', { required: true, default: draft, readonly: true, index: true }),
    reviewMode: f.flag({ required: true, default: 0, readonly: true }),
    hiddenModules: f.dictMany('AppModule', {
      help: {
        zh: '提审前须选择；审核期间APP隐藏这些模块',
        en: 'Required to submit; the app hides these during the review',
      },
    }),
    demoMobile: f.text({
      required: true,
      max: 11,
      pattern: /^1400000\d{4}$/,
      help: {
        zh: '测试号段1400000开头的11位号码，不属于任何用户',
        en: '11 digits of the test range 1400000…, which belong to no user',
      },
    }),
    demoCode: f.text({
      required: true,
      max: 6,
      pattern: /^\d{6}$/,
      help: { zh: '固定的6位验证码', en: 'A fixed code of 6 digits' },
    }),
    demoVirtualVin: f.ref('virtualVin', { required: true }),
    submitTime: f.instant({ readonly: true }),
    resultTime: f.instant({ readonly: true }),
    rejectReason: f.longText({ readonly: true, max: 500 }),
    remark: f.longText({ max: 200 }),
  },
  list: {
    columns: [
      'versionName',
      'buildNo',
      'reviewStatus',
      'reviewMode',
      'hiddenModules',
      'demoMobile',
      'submitTime',
      'resultTime',
      'updateBy',
      'updateTime',
    ],
    identity: ['versionName', 'buildNo'],
    filters: { versionName: 'like', reviewStatus: 'eq' },
    order: 'createTime desc',
  },
  form: [
    { title: { zh: '版本', en: 'Version' }, fields: ['versionName', 'buildNo', 'hiddenModules'] },
    {
      title: { zh: '演示账号', en: 'Demo account' },
      fields: ['demoMobile', 'demoCode', 'demoVirtualVin', 'remark'],
    },
  ],
  detail: [
    {
      title: { zh: '审核', en: 'Review' },
      fields: [
        'versionName',
        'buildNo',
        'reviewStatus',
        'reviewMode',
        'hiddenModules',
        'submitTime',
        'resultTime',
        'rejectReason',
      ],
    },
    {
      title: { zh: '演示账号', en: 'Demo account' },
      fields: ['demoMobile', 'demoCode', 'demoVirtualVin', 'remark', 'createTime', 'updateBy', 'updateTime'],
    },
  ],
  rules: [hidesNothing],
  uniqueTogether: [['versionName', 'buildNo']],
  machines: { reviewStatus: 'SM-IosReview' },
  actions: transitions(
    contentMachines,
    'SM-IosReview',
    {
      submit: {
        confirm: {
          zh: '「{name}」提审？该版本的APP将立即隐藏所选模块。',
          en: 'Submit “{name}”? Apps of this version hide the chosen modules at once.',
        },
      },
      approve: {
        confirm: {
          zh: '「{name}」已通过？该版本的APP将恢复显示全部模块。',
          en: 'Was “{name}” approved? Apps of this version show all modules again.',
        },
      },
      reject: {
        input: {
          rejectReason: f.longText({ required: true, min: 2, max: 500 }),
        },
      },
    },
    { field: 'reviewStatus' },
  ),
});
