import type { ApprovalChange, ApprovalStep } from '@wheelhouse/contract/calls/access/logs';
import type { ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { useCall } from '../../api/query.ts';
import { usePick } from '../../i18n/lang.ts';
import { Section } from '../../ui/Layout.tsx';
import { none } from '../../ui/format.ts';
import { Timeline, TimelineEntry } from '../../ui/Timeline.tsx';
import { DateTime } from '../../ui/Values.tsx';
import { isEmpty, type EntityRow } from '../model.ts';
import { useDetailTexts } from './texts.ts';
import { Changes } from './History.tsx';

/** A record that was handed in at least once, of an entity whose records somebody reviews. */
export const hasApprovals = (entity: EntityDef, row: EntityRow): boolean =>
  'auditorId' in entity.fields &&
  ['submitterId', 'auditorId', 'auditRequested', 'status'].some((name) => !isEmpty(row[name]) && row[name] !== 0);

const titles = {
  submitted: 'approvalSubmitted',
  approved: 'approvalApproved',
  waived: 'approvalWaived',
} as const satisfies Readonly<Record<ApprovalStep['step'], string>>;

const isShort = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** What a record brings that differs: named, with its values where those are short. */
function Brought({ changes }: { readonly changes: readonly ApprovalChange[] }): ReactNode {
  const pick = usePick();
  const texts = useDetailTexts();
  if (changes.length === 0) return null;
  return (
    <dl className="eu-diff">
      {changes.map(({ field, label, labelEn, before, after }) => (
        <div key={field}>
          <dt>{pick({ zh: label, en: labelEn })}</dt>
          <dd>
            {isShort(before) || isShort(after) ? (
              <>
                <del aria-label={texts('before')}>{isShort(before) ? before : none}</del>
                <span aria-hidden="true">→</span>
                <ins aria-label={texts('after')}>{isShort(after) ? after : none}</ins>
              </>
            ) : (
              texts('approvalOther')
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Who handed a record in and who approved it, and what is not as it was then. */
export function Approvals({ entity, row }: { readonly entity: EntityDef; readonly row: EntityRow }): ReactNode {
  const texts = useDetailTexts();
  const { data } = useCall(
    '/system/crm/approval/ofRecord',
    { entity: entity.name, id: row.id, rev: Number(row['rev']) },
    { inlineErrors: true, keepPrevious: true },
  );
  if (data === undefined || data.steps.length === 0) return null;
  const { steps, changes } = data;
  return (
    <Section title={texts('approvals')}>
      {changes.length === 0 ? null : (
        <div className="eu-approval-changes" role="status">
          <strong>{texts(steps[0]?.step === 'submitted' ? 'approvalChangedSince' : 'approvalChanged')}</strong>
          <Changes entity={entity} changes={changes.filter(({ own }) => own)} />
          <Brought changes={changes.filter(({ own }) => !own)} />
        </div>
      )}
      <Timeline label={texts('approvals')}>
        {steps.map(({ round, step, time, userName, reached, kept }) => (
          <TimelineEntry
            key={`${round}${step}`}
            title={texts(titles[step])}
            actor={userName ?? texts('systemUser')}
            time={<DateTime value={time} />}
            tone={step === 'submitted' ? undefined : 'success'}
            text={
              kept ? (reached === null ? undefined : texts('approvalReached', { n: reached })) : texts('approvalBefore')
            }
          />
        ))}
      </Timeline>
    </Section>
  );
}
