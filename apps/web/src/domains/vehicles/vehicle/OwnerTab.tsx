import type { ReactNode } from 'react';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleBinding } from '@wheelhouse/entities/binding/vehicle-binding';
import { useAction } from '../../../api/query.ts';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { refName, textOf } from '../../../entity-ui/model.ts';
import { useT } from '../../../i18n/common.ts';
import { useCan } from '../../../session/session.ts';
import { useVehicleTexts } from '../texts.ts';
import { dialogPart } from '../../../ui/part.tsx';

const ReasonDialog = dialogPart(() => import('../../../entity-ui/actions/ReasonDialog.tsx'));

const shared = 2;
const bound = 1;

/** Takes a user's access away, after asking why. */
function RemoveShare({
  vehicleId,
  row,
}: {
  readonly vehicleId: string;
  readonly row: ListRowOf<'vehicleBinding'>;
}): ReactNode {
  const t = useT();
  const texts = useVehicleTexts();
  const dialogs = useDialogs();
  const name = refName(row, 'userId') ?? textOf(row.userId);
  const send = useAction('/veh/crm/vehicle/removeShare', {
    invalidates: ['/veh/crm/vehicle', '/veh/crm/vehicleBinding', '/veh/crm/bindingLog'],
    done: t('done'),
  });
  const remove = async (): Promise<void> => {
    const reason = await dialogs.open<string>((close) => (
      <ReasonDialog title={texts('removeShare')} hint={texts('removeShareHint', { name })} min={2} onClose={close} />
    ));
    if (reason !== null) send.mutate({ vehicleId, userId: textOf(row.userId), reason });
  };
  return (
    <button type="button" className="wh-link-button" disabled={send.isPending} onClick={() => void remove()}>
      {texts('removeShare')}
    </button>
  );
}

/** Who may use the vehicle, now and before. */
export default function OwnerTab({ row: vehicle }: { readonly row: RowOf<'vehicle'> }): ReactNode {
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
              Number(row.bindType) === shared && Number(row.status) === bound ? (
                <RemoveShare vehicleId={vehicle.id} row={row} />
              ) : null
          : undefined
      }
    />
  );
}
