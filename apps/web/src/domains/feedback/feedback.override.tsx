import { MessageOutlined, QuestionCircleOutlined } from '@ant-design/icons';
import { feedbackMachines } from '@wheelhouse/entities/machines/feedback';
import type { ReactNode } from 'react';
import { textOf } from '../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../entity-ui/override.ts';
import { queryOf } from '../../routing/page.ts';
import { feedbackTexts } from './texts.ts';
import './feedback.css';

const { unhandled, inProgress, followingUp, invalid } = feedbackMachines['SM-Feedback'].states;
/** States in which the desk takes a reply. */
const toDealWith: readonly number[] = [unhandled, inProgress, followingUp];
export const isToDealWith = (status: unknown): boolean => toDealWith.includes(Number(status));

function WaitCell({ value, row }: CellPropsOf<'feedback'>): ReactNode {
  return <span className={Number(row.overdue) === 1 ? 'wh-num fb-late' : 'wh-num'}>{textOf(value)}</span>;
}

/** Feedback: how long it has waited, and the ways to the desk and to a question made of it. */
export const feedbackOverride = defineOverride('feedback', {
  cell: { waitHours: WaitCell },
  links: (row) => [
    ...(isToDealWith(row.status)
      ? [
          {
            label: feedbackTexts.deal,
            icon: <MessageOutlined />,
            href: `/businessManage/appFeedbackDeal${queryOf({ id: row.id })}`,
            code: 'appFeedbackManage.deal',
            next: true,
          },
        ]
      : []),
    ...(Number(row.status) === invalid
      ? []
      : [
          {
            label: feedbackTexts.saveAsFaq,
            icon: <QuestionCircleOutlined />,
            href: `/guideUseManageAPP/commonProblemManage/add${queryOf({ feedbackId: row.id })}`,
            code: ['appFeedbackManage.toFaq', 'commonProblemManage.add'],
          },
        ]),
  ],
});

export { feedbackOverride as default };
