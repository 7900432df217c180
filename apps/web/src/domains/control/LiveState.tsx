import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isEmpty, refName, textOf } from '../../entity-ui/model.ts';
import type { LiveStatus } from '../fleet/useVehicleStatus.ts';
import { useDictLookup } from '../../reference/reference.ts';
import { hrefOf } from '../../routing/page.ts';
import { PendingState } from '../../ui/States.tsx';
import { CopyText, StatusTag } from '../../ui/Values.tsx';
import { useControlTexts, type ControlTextKey } from './texts.ts';
import type { ChosenVehicle } from './vehicle.ts';

const freshSec = 60;

/** A state as text: value 1, value 0. */
const flags = [
  ['acc', 'power', 'on', 'off'],
  ['locked', 'lock', 'locked', 'unlocked'],
  ['armed', 'alarmGuard', 'armed', 'disarmed'],
  ['seatOpen', 'seat', 'opened', 'shut'],
] as const satisfies readonly (readonly [string, ControlTextKey, ControlTextKey, ControlTextKey])[];

function Age({ age }: { readonly age: number | null }): ReactNode {
  const texts = useControlTexts();
  if (age === null) return texts('neverReported');
  if (age < 60) return texts('secondsAgo', { n: age });
  return age < 3600
    ? texts('minutesAgo', { n: Math.floor(age / 60) })
    : texts('hoursAgo', { n: Math.floor(age / 3600) });
}

function Values({ status, age }: { readonly status: VehicleStatus; readonly age: number | null }): ReactNode {
  const texts = useControlTexts();
  const numbers: readonly (readonly [ControlTextKey, string])[] = [
    ['speed', status.speedKmh === null ? '–' : `${Math.round(status.speedKmh)} km/h`],
    ['charge', status.soc === null ? '–' : `${status.soc}%`],
    ['signal', isEmpty(status.csq) ? '–' : `${textOf(status.csq)}/31`],
  ];
  return (
    <dl className="rc-values">
      {numbers.map(([label, value]) => (
        <div key={label}>
          <dt>{texts(label)}</dt>
          <dd className="wh-num">{value}</dd>
        </div>
      ))}
      {flags.map(([name, label, yes, no]) => (
        <div key={name}>
          <dt>{texts(label)}</dt>
          <dd>{isEmpty(status[name]) ? '–' : texts(Number(status[name]) === 1 ? yes : no)}</dd>
        </div>
      ))}
      <div>
        <dt>{texts('age')}</dt>
        <dd className={(age ?? 0) > status.onlineTimeoutSec ? 'wh-num rc-old' : 'wh-num'}>
          <Age age={age} />
        </dd>
      </div>
    </dl>
  );
}

/** The chosen vehicle and what it does right now. */
export function LiveState({
  vehicle,
  live,
}: {
  readonly vehicle: ChosenVehicle;
  readonly live: LiveStatus;
}): ReactNode {
  const texts = useControlTexts();
  const dict = useDictLookup();
  const { row } = vehicle;
  const { status, hidden, error, retry, age } = live;
  return (
    <section className="wh-section rc-state" aria-label={vehicle.name}>
      <div className="rc-state-head">
        <h2>
          <CopyText value={vehicle.name} />
        </h2>
        {status === undefined ? null : (
          <StatusTag color={status.online === 1 ? 'success' : 'default'}>
            {texts(status.online === 1 ? 'online' : 'offline')}
          </StatusTag>
        )}
      </div>
      <p className="rc-state-sub">
        {[refName(row, 'vehicleTypeId'), dict('VehicleColor', textOf(row.color))?.name, textOf(row.plateNo)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {hidden ? (
        <p className="wh-faint">{texts('hiddenState')}</p>
      ) : error !== null || status === undefined ? (
        <PendingState small error={error} onRetry={retry} />
      ) : (
        <Values status={status} age={age} />
      )}
      {status?.online === 1 && age !== null && age > freshSec ? <p className="rc-note">{texts('staleState')}</p> : null}
      <Link to={hrefOf('vehicleManageDetail', { id: vehicle.id })}>{texts('toDetail')}</Link>
    </section>
  );
}
