import { vehiclesMachines } from '@wheelhouse/entities/machines/vehicles';
import type { ReactNode } from 'react';
import { refName, textOf, type EntityRow } from '../../../entity-ui/model.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { Section } from '../../../ui/Layout.tsx';
import { DateTime } from '../../../ui/Values.tsx';
import { useUnbindTexts, type unbindTexts } from '../../../overrides/unbind/texts.ts';

interface Step {
  readonly key: keyof typeof unbindTexts;
  readonly time: string;
  readonly who?: string | undefined;
  readonly said?: string;
  readonly ahead?: boolean;
}

const { notice } = vehiclesMachines['SM-Unbind'].states;

/** Why it was rejected: the reason's name, then what was said. */
const joined = (parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' · ');

function stepsOf(row: EntityRow, rejectReason: string | undefined): readonly Step[] {
  const text = (name: string): string => textOf(row[name]);
  const all: readonly Step[] = [
    { key: 'submitted', time: text('submitTime'), who: refName(row, 'createBy') ?? text('applicantName') },
    {
      key: 'reviewed',
      time: text('reviewTime'),
      who: refName(row, 'reviewerId'),
      said: joined([rejectReason, text('reviewRemark')]),
    },
    { key: 'objectedAt', time: text('objectTime'), said: text('objectReason') },
    {
      key: 'secondReview',
      time: text('secondReviewTime'),
      who: refName(row, 'secondReviewerId'),
      said: text('secondRemark'),
    },
    { key: 'unboundAt', time: text('unbindTime') },
    { key: 'noticeEnds', time: Number(row['status']) === notice ? text('noticeEndTime') : '', ahead: true },
  ];
  return all.filter((step) => step.time !== '');
}

/** What has happened to an application, and what comes next. */
export function Steps({ row }: { readonly row: EntityRow }): ReactNode {
  const texts = useUnbindTexts();
  const reason = useDictLookup()('UnbindRejectReason', textOf(row['rejectReasonCode']) || null)?.name;
  return (
    <Section title={texts('timeline')}>
      <ol className="wh-timeline ub-steps">
        {stepsOf(row, reason).map((step) => (
          <li key={step.key} data-ahead={step.ahead === true}>
            <strong>{texts(step.key)}</strong>
            <DateTime value={step.time} /> {step.who}
            {step.said ? <p>{step.said}</p> : null}
          </li>
        ))}
      </ol>
    </Section>
  );
}
