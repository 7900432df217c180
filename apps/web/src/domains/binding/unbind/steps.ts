import type { unbindApplication } from '@wheelhouse/entities/binding/unbind-application';
import { bindingMachines } from '@wheelhouse/entities/machines/binding';
import type { Step } from '../../../entity-ui/detail/RecordSteps.tsx';
import { unbindTexts } from './texts.ts';

const { notice } = bindingMachines['SM-Unbind'].states;

/** What happens to an application, in this order. */
export const unbindSteps: readonly Step<keyof (typeof unbindApplication)['fields']>[] = [
  { label: unbindTexts.submitted, time: 'submitTime', by: ['createBy', 'applicantName'] },
  {
    label: unbindTexts.reviewed,
    time: 'reviewTime',
    by: ['reviewerId'],
    text: ['rejectReasonCode', 'reviewRemark'],
  },
  { label: unbindTexts.objectedAt, time: 'objectTime', text: ['objectReason'] },
  { label: unbindTexts.secondReview, time: 'secondReviewTime', by: ['secondReviewerId'], text: ['secondRemark'] },
  { label: unbindTexts.unboundAt, time: 'unbindTime' },
  {
    label: unbindTexts.noticeEnds,
    time: 'noticeEndTime',
    ahead: (row) => Number(row['status']) === notice,
  },
];
