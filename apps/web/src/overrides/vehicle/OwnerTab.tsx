import type { ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleBinding } from '@wheelhouse/entities/vehicles/vehicle-binding';
import { call } from '../../api/client.ts';
import { messageOf } from '../../api/errors.ts';
import { invalidate } from '../../api/query.ts';
import { useDialogs } from '../../entity-ui/dialogs.tsx';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { refName, textOf, type EntityRow } from '../../entity-ui/model.ts';
import { useT } from '../../i18n/common.ts';
import { notify } from '../../lib/notify.ts';
import { useCan } from '../../session/session.ts';
import { useOwnTexts } from '../texts.ts';
import { dialogPart } from '../../ui/part.tsx';

const ReasonDialog = dialogPart(() => import('../../entity-ui/actions/ReasonDialog.tsx'));

const shared = 2;
const bound = 1;

/** Takes a user's access away, after asking why. */
function RemoveShare({ vehicleId, row }: { readonly vehicleId: string; readonly row: EntityRow }): ReactNode {
  const t = useT();
  const texts = useOwnTexts();
  const dialogs = useDialogs();
  const name = refName(row, 'userId') ?? textOf(row['userId']);
  const remove = async (): Promise<void> => {
    const reason = await dialogs.open<string>((close) => (
      <ReasonDialog title={texts('removeShare')} hint={texts('removeShareHint', { name })} min={2} onClose={close} />
    ));
    if (reason === null) return;
    try {
      await call('/veh/crm/vehicle/removeShare', { vehicleId, userId: row['userId'], reason });
      notify.success(t('done'));
      void invalidate('/veh/crm/vehicle', '/veh/crm/vehicleBinding', '/veh/crm/bindingLog');
    } catch (error) {
      notify.error(messageOf(error));
    }
  };
  return (
    <button type="button" className="eu-link-button" onClick={() => void remove()}>
      {texts('removeShare')}
    </button>
  );
}

/** Who may use the vehicle, now and before. */
export default function OwnerTab({ row: vehicle }: { readonly row: EntityRow }): ReactNode {
  const can = useCan();
  const mayRemove = can('vehicleManage.removeShare');
  return (
    <RelatedList
      entity={plain(vehicleBinding)}
      fixed={{ vehicleId: vehicle.id }}
      without={['vehicleId']}
      rowActions={
        mayRemove
          ? (row) =>
              Number(row['bindType']) === shared && Number(row['status']) === bound ? (
                <RemoveShare vehicleId={vehicle.id} row={row} />
              ) : null
          : undefined
      }
    />
  );
}
