import { codes } from '@wheelhouse/entities/codes';
import type { RowOf } from '@wheelhouse/entities/rows';
import { Alert } from 'antd';
import type { ReactNode } from 'react';
import { LinkButton } from '../../entity-ui/LinkButton.tsx';
import { useDictLookup } from '../../reference/reference.ts';
import { hrefOf } from '../../routing/page.ts';
import { useCan } from '../../session/session.ts';
import { useSimTexts } from './texts.ts';

const { unexpected } = codes.SimSyncIssue;

/** What has to be known before anything is done with a card: what is under way, and where it does not agree with the carrier or its vehicle. */
export default function Lead({ row }: { readonly row: RowOf<'simCard'> }): ReactNode {
  const words = useSimTexts();
  const dict = useDictLookup();
  const can = useCan();
  const { syncIssue, pendingOp, mismatch, imeiSeen, imei, vehicleId } = row;
  const toVehicle = typeof vehicleId === 'string' && can('vehicleManage.query');
  return (
    <>
      {pendingOp === null ? null : (
        <Alert
          type="info"
          showIcon
          title={words('pendingTitle', { op: dict('SimOpType', pendingOp)?.name ?? String(pendingOp) })}
          description={words('pendingHint')}
        />
      )}
      {syncIssue === null ? null : (
        <Alert
          type="error"
          showIcon
          title={words(syncIssue === unexpected ? 'jumped' : 'unknownCard')}
          description={words(syncIssue === unexpected ? 'jumpedHint' : 'unknownCardHint')}
        />
      )}
      {mismatch === 1 ? (
        <Alert
          type="warning"
          showIcon
          title={words('movedTitle')}
          description={words('movedHint', { seen: imeiSeen ?? '', own: String(imei ?? '') })}
          action={
            toVehicle ? (
              <LinkButton to={hrefOf('vehicleManageDetail', { id: vehicleId })}>{words('openVehicle')}</LinkButton>
            ) : null
          }
        />
      ) : null}
    </>
  );
}
