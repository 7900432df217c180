import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const unbindTexts = {
  proof: { zh: '证明材料', en: 'Proof' },
  proofOf: { zh: '证明材料{n}', en: 'Proof {n}' },
  idCard: { zh: '身份证照片{n}', en: 'ID card {n}' },
  idHint: { zh: '点击查看，查看会被记录', en: 'Click to view. Every view is logged' },
  mayNotLook: { zh: '审核人员可查看', en: 'Visible to reviewers only' },
  noProof: { zh: '没有证明材料', en: 'No proof' },
  stolen: { zh: '该车辆存在被盗案件{no}，禁止解绑', en: 'Stolen case {no} is open. Unbinding is blocked' },
  openCase: { zh: '查看案件', en: 'View case' },
  late: { zh: '已等待{n}小时，超过24小时未审核', en: 'Waiting for {n} h, not reviewed within 24 h' },
  noticeUntil: {
    zh: '公示期至{time}，车主无异议将自动解绑',
    en: 'Notice period until {time}. The vehicle is then unbound unless the owner objects',
  },
  objected: { zh: '车主异议：{reason}', en: 'Owner’s objection: {reason}' },
  objectedHint: { zh: '须由首次审核人以外的同事复审。', en: 'Someone other than the first reviewer must decide.' },
  bindings: { zh: '绑定历史', en: 'Binding history' },
  others: { zh: '近12个月的申请', en: 'Applications in the last 12 months' },
  timeline: { zh: '进度', en: 'Progress' },
  submitted: { zh: '提交申请', en: 'Submitted' },
  reviewed: { zh: '审核', en: 'Reviewed' },
  objectedAt: { zh: '车主提出异议', en: 'Owner objected' },
  secondReview: { zh: '复审', en: 'Second review' },
  unboundAt: { zh: '车辆已解绑', en: 'Vehicle unbound' },
  noticeEnds: { zh: '公示截止', en: 'Notice period ends' },
} as const satisfies Texts;

export const useUnbindTexts = (): Translate<typeof unbindTexts> => useTexts(unbindTexts);
