import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { repairsMachines } from '../machines/repairs.ts';
import { transitions } from '../transitions.ts';

const { inRepair } = repairsMachines['SM-Repair'].states;
const reason = f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } });
const solution = f.longText({ required: true, min: 5, max: 500, label: { zh: '解决方案', en: 'Solution' } });

/** To whom an order goes: a dealer who repairs, and one of its people. */
const receiver = {
  dealerId: f.ref('dealer', { required: true, label: { zh: '网点', en: 'Dealer' } }),
  technicianId: f.ref('dealerStaff', { label: { zh: '技师', en: 'Technician' } }),
  remark: f.longText({ logged: true, max: 200 }),
} as const;

/** Fen above which parts under warranty need a decision of after-sales. */
export const auditedFromFen = 50_000;
/** D:WarrantyResult: what the owner does not pay for. */
export const freeResults: readonly number[] = [1, 4];

/** Fen of parts, as the sheet lists them. */
export const sumOfParts = (parts: readonly { readonly qty: number; readonly priceFen: number }[]): number =>
  parts.reduce((sum, { qty, priceFen }) => sum + qty * priceFen, 0);

const fee = { required: true, min: 0, max: 10_000_000, default: 0 } as const;

/** What was found and done: the sheet with which a repair is completed. */
const sheet = {
  diagnosis: f.longText({ required: true, min: 10, max: 500, label: { zh: '诊断', en: 'Diagnosis' } }),
  causeCode: f.dict('RepairCause', { required: true, label: { zh: '故障原因', en: 'Cause' } }),
  measures: f.dictMany('RepairMeasure', { required: true, min: 1, label: { zh: '维修措施', en: 'Measures' } }),
  parts: f.rows(
    {
      deviceType: f.dict('DeviceType', { required: true }),
      partName: f.text({ max: 40, label: { zh: '配件名称', en: 'Part name' } }),
      oldSn: f.text({ max: 40 }),
      newSn: f.text({ max: 40 }),
      qty: f.int({ required: true, min: 1, max: 99, label: { zh: '数量', en: 'Quantity' } }),
      priceFen: f.money({ required: true, min: 0, max: 10_000_000, label: { zh: '单价', en: 'Price' } }),
    },
    { max: 20, label: { zh: '维修用件', en: 'Parts' } },
  ),
  warrantyResult: f.dict('WarrantyResult', { required: true }),
  laborFen: f.money(fee),
  partsFen: f.money({ ...fee, label: { zh: '配件费', en: 'Parts fee' } }),
  otherFen: f.money({ ...fee, label: { zh: '其他费用', en: 'Other fees' } }),
} as const;

const photos = { required: true, min: 1, max: 9, maxMb: 5 } as const;

const toldAtOnce = {
  zh: '派单后会立即向网点联系人发送短信，并通知车主。',
  en: 'An SMS goes to the dealer’s contact at once, and the owner is notified.',
} as const;

/** The life of a repair order; each step with what has to be said. */
const life = transitions(repairsMachines, 'SM-Repair', {
  dispatch: { confirm: toldAtOnce, input: receiver },
  accept: {
    input: { technicianId: f.ref('dealerStaff', { label: { zh: '技师', en: 'Technician' } }) },
  },
  start: {
    where: ['detail'],
    input: {
      odometerKm: f.decimal({ required: true, min: 0, max: 999_999.9, decimals: 1, unit: 'km' }),
      images: f.images({ required: true, min: 3, max: 9, maxMb: 5, label: { zh: '进厂照片', en: 'Check-in photos' } }),
      remark: f.longText({ logged: true, max: 200 }),
    },
  },
  complete: {
    where: ['detail'],
    input: {
      ...sheet,
      beforeImages: f.images({ ...photos, label: { zh: '维修前照片', en: 'Photos before' } }),
      afterImages: f.images({ ...photos, label: { zh: '维修后照片', en: 'Photos after' } }),
    },
  },
  confirm: {
    where: ['detail'],
    confirm: {
      zh: '验收「{name}」？车主将不再需要确认。',
      en: 'Confirm “{name}” as done? The owner is no longer asked.',
    },
    input: { remark: f.longText({ logged: true, max: 200 }) },
  },
  redispatch: { next: false, confirm: toldAtOnce, input: receiver },
  decline: { danger: true, next: true, input: { reason } },
  solveRemote: { where: ['detail'], next: false, input: { solution } },
  close: { danger: true, input: { reason } },
  cancel: { danger: true, input: { reason } },
});

/** What is done besides the steps of the machine. */
const work = {
  requestAudit: {
    label: { zh: '提交质保审核', en: 'Request warranty review' },
    path: 'transition',
    button: 'repairListsManage.repair',
    where: ['detail'],
    from: { status: [inRepair] },
    fixedInput: { action: 'requestAudit' },
    next: false,
    input: sheet,
  },
  warrantyAudit: {
    label: { zh: '质保审核', en: 'Warranty review' },
    path: 'warrantyAudit',
    button: 'repairListsManage.warranty',
    where: ['detail'],
    from: { status: [inRepair] },
    next: true,
    input: {
      result: f.dict('WarrantyResult', { required: true, label: { zh: '质保判定', en: 'Warranty result' } }),
      remark: f.longText({ logged: true, max: 200 }),
    },
  },
  note: {
    label: { zh: '添加备注', en: 'Add note' },
    path: 'note',
    button: 'repairListsManage.note',
    where: ['detail'],
    input: {
      content: f.longText({ required: true, min: 1, max: 500, label: { zh: '内容', en: 'Content' } }),
      visibleToOwner: f.flag({ default: 0, label: { zh: '车主可见', en: 'Visible to the owner' } }),
    },
  },
} as const satisfies ActionDefs;

export const repairActions = { ...work, ...life };
