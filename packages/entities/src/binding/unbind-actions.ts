import { f } from '../fields.ts';
import { bindingMachines } from '../machines/binding.ts';
import { transitions } from '../transitions.ts';

const remark = f.longText({ logged: true, max: 200 });
const why = f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '说明', en: 'Note' } });

/** What reviewers decide about applications. */
export const unbindActions = transitions(bindingMachines, 'SM-Unbind', {
  approveNow: {
    path: 'audit',
    where: ['detail'],
    from: { applyType: [1, 3] },
    fixedInput: { result: 1, immediate: 1 },
    danger: true,
    confirm: {
      zh: '通过「{name}」并立即解绑？蓝牙钥匙将失效，共享将被移除，并通知车主。',
      en: 'Approve “{name}” and unbind now? Bluetooth keys are revoked, shares are removed and the owner is notified.',
    },
    input: { remark: why },
  },
  approve: {
    path: 'audit',
    fixedInput: { result: 1 },
    confirm: {
      zh: '通过「{name}」？将通知车主，48小时内无异议后自动解绑。',
      en: 'Approve “{name}”? The owner is notified. Without an objection the vehicle is unbound after 48 hours.',
    },
    input: { remark },
  },
  reject: {
    path: 'audit',
    fixedInput: { result: 0 },
    danger: true,
    next: true,
    input: {
      rejectReasonCode: f.dict('UnbindRejectReason', {
        required: true,
        label: { zh: '驳回原因', en: 'Reject reason' },
      }),
      remark: why,
    },
  },
  uphold: {
    path: 'resolveObjection',
    where: ['detail'],
    fixedInput: { uphold: 1 },
    confirm: { zh: '维持车主异议，驳回「{name}」？', en: 'Uphold the owner’s objection and reject “{name}”?' },
    input: { remark: why },
  },
  overrule: {
    path: 'resolveObjection',
    where: ['detail'],
    fixedInput: { uphold: 0 },
    danger: true,
    next: true,
    confirm: {
      zh: '驳回车主异议，并立即解绑「{name}」？',
      en: 'Overrule the owner’s objection and unbind “{name}” now?',
    },
    input: { remark: why },
  },
});
