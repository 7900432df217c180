import { PlusOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { labelOf, plain } from '@wheelhouse/entities/registry';
import type { ListRowOf, RowOf } from '@wheelhouse/entities/rows';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { batteryBinding } from '@wheelhouse/entities/vehicles/battery-binding';
import { invalidate, useCall } from '../../../api/query.ts';
import type { ActionAnswer } from '@wheelhouse/contract/calls/kit';
import type { RecordAction } from '../../../entity-ui/actions/record-actions.ts';
import { useRecordActions } from '../../../entity-ui/actions/useRecordActions.tsx';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { pathUnder, textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { useCan } from '../../../session/session.ts';
import { hrefOf } from '../../../routing/page.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { batteryOverride } from './battery.override.tsx';
import { batteryHistoryOverride } from './batteryBinding.override.tsx';
import { PendingNotice } from './PendingNotice.tsx';
import { batteryTexts, useBatteryTexts } from './texts.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { Button } from '../../../ui/Button.tsx';
import '../../../blocks/blocks.css';

const ActionDialog = dialogPart(() => import('../../../entity-ui/actions/ActionDialog.tsx'));
const entity = plain(battery);
const shown = ['status', 'soc', 'soh', 'cycleCount', 'cellDiffMv', 'lastReportTime'] as const;

/** Chooses a free battery for an empty slot. */
const installInto = (vehicleId: string, slot: number): RecordAction => ({
  key: 'installInto',
  label: batteryTexts.install,
  code: 'batteryManage.install',
  where: ['row'],
  danger: false,
  path: pathUnder(entity, 'transition'),
  many: false,
  fixedInput: { action: 'install', vehicleId, slot },
  input: {
    newBatteryId: { kind: 'ref', to: 'battery', required: true, label: batteryTexts.battery },
    reasonCode: { kind: 'dict', dict: 'BatterySwapReason', required: true },
  },
  offered: () => true,
  refusal: () => undefined,
});

function SlotCard({
  slot,
  row,
  onInstall,
}: {
  readonly slot: number;
  readonly row: ListRowOf<'battery'> | undefined;
  readonly onInstall: (() => void) | undefined;
}): ReactNode {
  const texts = useBatteryTexts();
  const pick = usePick();
  const actions = useRecordActions(entity, () => void invalidate('/veh/crm/vehicle', '/veh/crm/historyBattery'));
  const title = texts('slot', { n: slot });
  if (row === undefined)
    return (
      <Section title={title}>
        <p className="wh-faint">{texts('emptySlot')}</p>
        {onInstall === undefined ? null : (
          <Button icon={<PlusOutlined />} onClick={onInstall}>
            {texts('install')}
          </Button>
        )}
      </Section>
    );
  const offered = actions
    .offered('row', row)
    .filter((action) => actions.reason(action, row) === undefined && action.key !== 'delete');
  return (
    <Section
      title={title}
      extra={
        <Link className="wh-num" to={hrefOf('batteryDetail', { id: row.id })}>
          {textOf(row.batterySn)}
        </Link>
      }
    >
      <dl className="wh-dl">
        {shown.map((name) => (
          <div key={name}>
            <dt>{pick(labelOf(entity, name))}</dt>
            <dd>
              <FieldValue entity={entity} name={name} row={row} place="list" as={batteryOverride.cell?.[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <span className="ov-buttons">
        {offered.map((action) => (
          <Button key={action.key} size="small" onClick={() => void actions.run(action, [row])}>
            {pick(action.label)}
          </Button>
        ))}
      </span>
    </Section>
  );
}

/** The vehicle's slots: what sits in each, and putting in, exchanging and taking out. */
export default function VehicleBatteriesTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const can = useCan();
  const dialogs = useDialogs();
  const texts = useBatteryTexts();
  const batteries = useCall(
    '/veh/crm/battery/list',
    { page: 1, pageSize: 10, query: { vehicleId: row.id } },
    { inlineErrors: true },
  );
  const model = useCall(
    '/veh/crm/vehicleType/detail',
    { id: row.vehicleTypeId },
    { inlineErrors: true, staleTime: 300_000 },
  );
  if (batteries.data === undefined)
    return <PendingState error={batteries.error} onRetry={() => void batteries.refetch()} />;
  const { list } = batteries.data;
  const count = Math.max(Number(model.data?.batteryCount ?? 1), ...list.map((one) => Number(one.slot)));
  const install = async (slot: number): Promise<void> => {
    const done = await dialogs.open<ActionAnswer>((close) => (
      <ActionDialog
        entity={plain(battery)}
        action={installInto(row.id, slot)}
        ids={[]}
        name={texts('slot', { n: slot })}
        question={undefined}
        onClose={close}
      />
    ));
    if (done !== null) void invalidate('/veh/crm/battery', '/veh/crm/vehicle', '/veh/crm/historyBattery');
  };
  return (
    <div className="eu-stack">
      <PendingNotice vehicleId={row.id} />
      <div className="ov-slots">
        {Array.from({ length: count }, (_, at) => at + 1).map((slot) => (
          <SlotCard
            key={slot}
            slot={slot}
            row={list.find((one) => Number(one.slot) === slot)}
            onInstall={can('batteryManage.install') ? () => void install(slot) : undefined}
          />
        ))}
      </div>
      {can('batteryHistory.query') ? (
        <>
          <h3 className="ov-heading">{texts('bindingHistory')}</h3>
          <RelatedList
            entity={plain(batteryBinding)}
            override={batteryHistoryOverride}
            fixed={{ vehicleId: row.id }}
            without={['vehicleId']}
          />
        </>
      ) : null}
    </div>
  );
}
