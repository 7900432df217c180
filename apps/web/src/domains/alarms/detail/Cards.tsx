import type { ReactNode } from 'react';
import { alarm as definition } from '@wheelhouse/entities/alarms/alarm';
import { plain } from '@wheelhouse/entities/registry';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useLang } from '../../../i18n/lang.ts';
import { LiveState } from '../../fleet/LiveState.tsx';
import { nameIn, useDictLookup } from '../../../reference/reference.ts';
import { DescriptionList, Section } from '../../../ui/Layout.tsx';
import { Identity } from '../../../ui/Values.tsx';
import { useAlarmTexts } from '../texts.ts';
import { WithdrawButton } from './RepairButtons.tsx';
import type { AlarmRecord, AlarmVehicle } from './types.ts';

const entity = plain(definition);

function VehicleCard({ vehicle }: { readonly vehicle: AlarmVehicle }): ReactNode {
  const texts = useAlarmTexts();
  const lang = useLang();
  const dict = useDictLookup();
  const name = textOf(vehicle.vin) || textOf(vehicle.frameNo);
  const items = [
    {
      key: 'vin',
      label: 'VIN',
      value: (
        <RecordLink entity="vehicle" id={vehicle.id}>
          <Identity value={name} />
        </RecordLink>
      ),
    },
    {
      key: 'model',
      label: texts('vehicle'),
      value: [
        nameIn({ name: textOf(vehicle.vehicleTypeName), nameEn: textOf(vehicle.vehicleTypeNameEn) }, lang),
        dict('VehicleColor', textOf(vehicle.color))?.name,
        textOf(vehicle.plateNo),
      ]
        .filter(Boolean)
        .join(' · '),
    },
  ];
  return (
    <>
      <DescriptionList items={items} />
      <LiveState vehicleId={vehicle.id} />
    </>
  );
}

interface OpenWork {
  readonly label: string;
  readonly entity: string;
  readonly id: string;
  readonly name: string;
}

/** What else is open about the vehicle. */
function useOpenWork({ stolenCase, repairOrder, update }: AlarmRecord): readonly OpenWork[] {
  const texts = useAlarmTexts();
  const found: readonly (OpenWork | null)[] = [
    stolenCase && {
      label: texts('stolenCase'),
      entity: 'stolenCase',
      id: stolenCase.id,
      name: stolenCase.caseNo,
    },
    repairOrder && {
      label: texts('repairOrder'),
      entity: 'repairOrder',
      id: repairOrder.id,
      name: repairOrder.orderNo,
    },
    update && {
      label: texts('update'),
      entity: update.entity,
      id: update.taskId,
      name: `${update.taskNo} · ${update.version} · ${update.progress}%`,
    },
  ];
  return found.filter((one) => one !== null);
}

/** Vehicle, owner and dealer, with the ways to them, and what else is open about the vehicle. */
export function Cards({ alarm }: { readonly alarm: AlarmRecord }): ReactNode {
  const texts = useAlarmTexts();
  const lang = useLang();
  const { vehicle, owner, dealer } = alarm;
  const open = useOpenWork(alarm);
  return (
    <>
      {open.length === 0 ? null : (
        <Section>
          {open.map(({ label, entity: kind, id, name }) => (
            <p key={kind} className="am-open">
              {label}{' '}
              <RecordLink entity={kind} id={id}>
                {name}
              </RecordLink>{' '}
              {kind === 'repairOrder' ? <WithdrawButton alarm={alarm} /> : null}
            </p>
          ))}
        </Section>
      )}
      <Section title={texts('vehicle')}>{vehicle === undefined ? null : <VehicleCard vehicle={vehicle} />}</Section>
      <Section
        title={texts('owner')}
        extra={
          owner && Number(owner.isOwner) !== 1 ? <span className="wh-faint">{texts('formerOwner')}</span> : undefined
        }
      >
        {owner ? (
          <DescriptionList
            items={[
              {
                key: 'nickname',
                label: texts('nickname'),
                value: (
                  <RecordLink entity="appUser" id={owner.id}>
                    {textOf(owner.nickname)}
                  </RecordLink>
                ),
              },
              {
                key: 'mobile',
                label: texts('mobile'),
                value:
                  textOf(alarm.ownerMobile) === '' ? (
                    <span className="wh-num">{textOf(owner.mobile)}</span>
                  ) : (
                    <FieldValue entity={entity} name="ownerMobile" row={alarm} place="detail" />
                  ),
              },
            ]}
          />
        ) : (
          <p className="wh-faint am-plain">{texts('noOwner')}</p>
        )}
      </Section>
      <Section title={texts('dealer')}>
        {dealer ? (
          <DescriptionList
            items={[
              {
                key: 'name',
                label: texts('name'),
                value: (
                  <RecordLink entity="dealer" id={dealer.id}>
                    {textOf(dealer.name)}
                  </RecordLink>
                ),
              },
              {
                key: 'phone',
                label: texts('phone'),
                value: <span className="wh-num">{textOf(dealer.servicePhone)}</span>,
              },
              {
                key: 'city',
                label: texts('city'),
                value: nameIn({ name: textOf(dealer.cityName), nameEn: textOf(dealer.cityNameEn) }, lang),
              },
            ]}
          />
        ) : (
          <p className="wh-faint am-plain">{texts('noDealer')}</p>
        )}
      </Section>
    </>
  );
}
