import type { OfflineCause, VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import type { ReactNode } from 'react';
import { FieldValue } from '../../entity-ui/cells/index.tsx';
import { FactText } from '../../entity-ui/detail/HeadStrip.tsx';
import { isEmpty, textOf } from '../../entity-ui/model.ts';
import { usePick, useTexts, type Text, type Texts } from '../../i18n/lang.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { none } from '../../ui/format.ts';
import { useAgoText, useSecondsSince } from './ago.ts';
import { OnlineCell, SocCell } from './cells.tsx';
import { vehicleStatusEntity } from './status-entity.ts';
import { useVehicleStatus, type LiveStatus } from './useVehicleStatus.ts';

/** What stands in heads of records about a vehicle: the vehicle itself, and what is built into one. */
export const stateTexts = {
  state: { zh: '车辆状态', en: 'Vehicle' },
  place: { zh: '位置', en: 'Place' },
  charge: { zh: '电量', en: 'Charge' },
  since: { zh: '{time}起', en: 'since {time}' },
  sinceWhy: { zh: '{time}起，{why}', en: 'since {time}: {why}' },
  seen: { zh: '{ago}定位', en: 'located {ago}' },
  wasThen: { zh: '{ago}为{what}', en: '{what} {ago}' },
  noFix: { zh: '没有定位', en: 'No position' },
  elsewhere: { zh: '境外或海上', en: 'At sea or abroad' },
  cityOnly: { zh: '仅显示城市', en: 'City only' },
  noVehicle: { zh: '未装车', en: 'In no vehicle' },
  hidden: { zh: '无权查看', en: 'Not permitted' },
  fresh: { zh: '车辆数据{ago}上报。', en: 'The vehicle reported {ago}.' },
  freshPlaced: {
    zh: '车辆数据{ago}上报，位置{gps}测定。',
    en: 'The vehicle reported {ago}; its position is of {gps}.',
  },
  last: {
    zh: '车辆已离线：电量、充电、锁车等均为离线前的数值，{ago}上报（{time}）。',
    en: 'The vehicle is offline: charge, charging, lock and all else are its last values, reported {ago} ({time}).',
  },
  lastPlaced: {
    zh: '车辆已离线：电量、充电、锁车等均为离线前的数值，{ago}上报（{time}）；位置{gps}测定。',
    en: 'The vehicle is offline: charge, charging, lock and all else are its last values, reported {ago} ({time}); its position is of {gps}.',
  },
  never: { zh: '车辆还没有上报过数据。', en: 'The vehicle has not reported yet.' },
} as const satisfies Texts;

const causes: Readonly<Record<OfflineCause, Text>> = {
  never: { zh: '从未上报', en: 'never reported' },
  simStopped: { zh: 'SIM卡已停机', en: 'its SIM card is suspended' },
  lowBattery: { zh: '离线前电量耗尽', en: 'its battery was nearly empty' },
  weakSignal: { zh: '离线前信号弱', en: 'its signal was weak' },
  lost: { zh: '连接中断', en: 'the connection broke' },
  silent: { zh: '超时未上报', en: 'no report in time' },
};

/** Why a vehicle is offline, in words. */
export function useCauseText(): (cause: OfflineCause) => string {
  const pick = usePick();
  return (cause) => pick(causes[cause]);
}

interface OfVehicle {
  readonly vehicleId: string | null;
}

/** A fact from the live state of a vehicle; what stands instead while there is none. */
function FromStatus({
  vehicleId,
  children,
}: OfVehicle & { readonly children: (status: VehicleStatus, live: LiveStatus) => ReactNode }): ReactNode {
  const texts = useTexts(stateTexts);
  const live = useVehicleStatus(vehicleId);
  if (vehicleId === null) return <FactText>{texts('noVehicle')}</FactText>;
  if (live.hidden) return <FactText>{texts('hidden')}</FactText>;
  return live.status === undefined ? none : children(live.status, live);
}

/** Online, or offline since when and why. */
export function OnlineFact({ vehicleId }: OfVehicle): ReactNode {
  const texts = useTexts(stateTexts);
  const cause = useCauseText();
  return (
    <FromStatus vehicleId={vehicleId}>
      {(status) => {
        const { offline } = status;
        const since = (offline === null ? (status.onlineSince ?? '') : (offline.since ?? '')).slice(5, 16);
        const note =
          offline === null
            ? since && texts('since', { time: since })
            : since === ''
              ? cause(offline.cause)
              : texts('sinceWhy', { time: since, why: cause(offline.cause) });
        return (
          <FactText note={note}>
            <FieldValue entity={vehicleStatusEntity} name="online" row={status} place="detail" as={OnlineCell} />
          </FactText>
        );
      }}
    </FromStatus>
  );
}

function PlaceText({ status }: { readonly status: VehicleStatus }): ReactNode {
  const texts = useTexts(stateTexts);
  const pick = usePick();
  const agoText = useAgoText();
  const seen = useSecondsSince(status.gpsTime);
  const placed = status.gpsLng !== null && status.gpsLat !== null;
  const words = !placed ? texts('noFix') : status.place === null ? texts('elsewhere') : pick(status.place);
  const note = !placed
    ? ''
    : status.gpsMasked === 1
      ? texts('cityOnly')
      : seen === null
        ? ''
        : texts('seen', { ago: agoText(seen) });
  return <FactText note={note}>{words}</FactText>;
}

/** The position in words. */
export const PlaceFact = ({ vehicleId }: OfVehicle): ReactNode => (
  <FromStatus vehicleId={vehicleId}>{(status) => <PlaceText status={status} />}</FromStatus>
);

/** The charge; whether it is charging is said with its time when the vehicle is offline. */
export function ChargeFact({ vehicleId }: OfVehicle): ReactNode {
  const texts = useTexts(stateTexts);
  const dict = useDictLookup();
  const agoText = useAgoText();
  return (
    <FromStatus vehicleId={vehicleId}>
      {(status, { age }) => {
        const what = isEmpty(status.chargeStatus)
          ? ''
          : (dict('ChargeStatus', textOf(status.chargeStatus))?.name ?? '');
        const note =
          what === '' || status.online === 1 || age === null ? what : texts('wasThen', { ago: agoText(age), what });
        return (
          <FactText note={note}>
            <FieldValue entity={vehicleStatusEntity} name="soc" row={status} place="detail" as={SocCell} />
          </FactText>
        );
      }}
    </FromStatus>
  );
}

/** How old what is shown of a vehicle is, in one sentence; undefined while nothing is known, or nothing may be. */
function useVehicleAge(vehicleId: string | null): { readonly text: string; readonly old: boolean } | undefined {
  const texts = useTexts(stateTexts);
  const agoText = useAgoText();
  const { status, age } = useVehicleStatus(vehicleId);
  const gps = useSecondsSince(status?.gpsTime);
  if (status === undefined) return undefined;
  if (age === null) return { text: texts('never'), old: true };
  const params = {
    ago: agoText(age),
    time: textOf(status.reportTime).slice(5, 16),
    gps: gps === null ? '' : agoText(gps),
  };
  const placed = gps !== null && status.gpsMasked === 0;
  if (status.online === 1)
    return { text: texts(placed ? 'freshPlaced' : 'fresh', params), old: age > status.onlineTimeoutSec };
  return { text: texts(placed ? 'lastPlaced' : 'last', params), old: true };
}

/** The same as a line; `before` says how old other values are. */
export function VehicleAge({ vehicleId, before = '' }: OfVehicle & { readonly before?: string }): ReactNode {
  const age = useVehicleAge(vehicleId);
  const { hidden, error } = useVehicleStatus(vehicleId);
  // Its line is there before its text is: nothing moves.
  const comes = vehicleId !== null && !hidden && error === null;
  if (age === undefined && before === '' && !comes) return null;
  return (
    <p className="eu-head-age" data-old={age?.old ?? false} role="timer">
      {before} {age?.text ?? '\u00a0'}
    </p>
  );
}
