import type { RowOf } from '@wheelhouse/entities/rows';
import { bindingMachines } from '@wheelhouse/entities/machines/binding';
import { Alert } from 'antd';
import { useState, type ReactNode } from 'react';
import { formatInstant } from '@wheelhouse/contract';
import { plain } from '@wheelhouse/entities/registry';
import { bindingLog } from '@wheelhouse/entities/binding/binding-log';
import { unbindApplication } from '@wheelhouse/entities/binding/unbind-application';
import { useRecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { DecisionPage } from '../../../entity-ui/detail/DecisionPage.tsx';
import { RecordSteps } from '../../../entity-ui/detail/RecordSteps.tsx';
import { RecordPage } from '../../../entity-ui/detail/RecordPage.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { useCan } from '../../../session/session.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Gallery } from './Gallery.tsx';
import { unbindSteps } from './steps.ts';
import { useUnbindTexts } from './texts.ts';
import './unbind.css';

const entity = plain(unbindApplication);
const facts = ['vehicleId', 'vehicleTypeId', 'applyType', 'currentOwnerMobile', 'submitTime'];
const { pending, notice, objected } = bindingMachines['SM-Unbind'].states;
const lateHours = 24;
const yearMs = 365 * 86_400_000;

/** One application: what is claimed, what proves it, and the decision. */
export default function UnbindDetail(): ReactNode {
  return <RecordPage entity={entity}>{(row, reload) => <ApplicationPage row={row} reload={reload} />}</RecordPage>;
}

/** The detail call says which theft case is open about the vehicle. */
type Application = RowOf<'unbindApplication'> & {
  readonly stolenCase?: { readonly id: string; readonly caseNo: string } | null;
};

/** What a reviewer has to know before anything else. */
function Notices({ row }: { readonly row: Application }): ReactNode {
  const texts = useUnbindTexts();
  const status = Number(row.status);
  const hours = Number(row.waitHours ?? 0);
  const { stolenCase: stolen } = row;
  return (
    <>
      {stolen ? (
        <Alert
          type="error"
          showIcon
          title={texts('stolen', { no: stolen.caseNo })}
          action={
            <RecordLink entity="stolenCase" id={stolen.id}>
              {texts('openCase')}
            </RecordLink>
          }
        />
      ) : null}
      {status === pending && hours >= lateHours ? (
        <Alert type="error" showIcon title={texts('late', { n: hours })} />
      ) : null}
      {status === notice ? (
        <Alert type="info" showIcon title={texts('noticeUntil', { time: textOf(row.noticeEndTime) })} />
      ) : null}
      {status === objected ? (
        <Alert
          type="warning"
          showIcon
          title={texts('objected', { reason: textOf(row.objectReason) })}
          description={texts('objectedHint')}
        />
      ) : null}
    </>
  );
}

function ApplicationPage({ row, reload }: { readonly row: Application; readonly reload: () => void }): ReactNode {
  const texts = useUnbindTexts();
  const can = useCan();
  const actions = useRecordActions(entity, reload);
  const vehicleId = textOf(row.vehicleId);
  const [yearAgo] = useState(() => formatInstant(new Date(Date.now() - yearMs)));
  return (
    <DecisionPage
      entity={entity}
      row={row}
      actions={actions}
      facts={facts}
      notices={<Notices row={row} />}
      evidence={<Gallery row={row} />}
      steps={
        <Section title={texts('timeline')}>
          <RecordSteps entity={entity} row={row} steps={unbindSteps} />
        </Section>
      }
      below={
        <>
          {can('vehicleManage.query') ? (
            <Section title={texts('bindings')} flush>
              <RelatedList entity={plain(bindingLog)} fixed={{ vehicleId }} without={['vehicleId']} />
            </Section>
          ) : null}
          <Section title={texts('others')} flush>
            <RelatedList
              entity={entity}
              fixed={{ vehicleId, 'submitTime.ge': yearAgo, 'id.ne': row.id }}
              without={['vehicleId', 'vehicleTypeId']}
            />
          </Section>
        </>
      }
    />
  );
}
