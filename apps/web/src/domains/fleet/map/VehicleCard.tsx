import { CloseOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { FleetVehicle } from '@wheelhouse/contract/fleet';
import { useT } from '../../../i18n/common.ts';
import { useTexts } from '../../../i18n/lang.ts';
import { hrefOf } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { none, withUnit } from '../../../ui/format.ts';
import { DataAge, StateMark } from './StateMark.tsx';
import { texts } from './texts.ts';
import { useNow } from '../../../lib/useNow.ts';
import { useVehicleStatus } from '../useVehicleStatus.ts';

/** A vehicle of the map: the values that matter, live, and the way to all of them. */
export function VehicleCard({
  vehicle,
  onClose,
}: {
  readonly vehicle: FleetVehicle;
  readonly onClose: () => void;
}): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const can = useCan();
  const { status, age: statusAge } = useVehicleStatus(vehicle.id);
  const [openedAt] = useState(Date.now);
  const now = useNow();
  const sinceOpened = Math.max(0, Math.round((now - openedAt) / 1000));
  const age = status !== undefined ? statusAge : vehicle.ageSec === null ? null : vehicle.ageSec + sinceOpened;
  const soc = status?.soc ?? vehicle.soc;
  const faults = status?.faultCodes ?? [];
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('speed'), withUnit(status?.speedKmh ?? vehicle.speedKmh, 'km/h', 0)],
    [t('range'), withUnit(status?.estimatedRangeKm, 'km', 0)],
    [t('odometer'), withUnit(status?.odometerKm, 'km', 0)],
    [t('locked'), status?.locked === 1 ? t('lockedYes') : status?.locked === 0 ? t('lockedNo') : none],
    [t('age'), <DataAge key="age" seconds={age} {...(status && { limit: status.onlineTimeoutSec })} />],
    [t('signal'), status?.csq === null || status?.csq === undefined ? none : `${status.csq}/31`],
  ];
  return (
    <section className="fm-card" aria-label={vehicle.name}>
      <header>
        <strong className="wh-num">{vehicle.name}</strong>
        <button type="button" className="wh-icon-button" aria-label={common('close')} onClick={onClose}>
          <CloseOutlined />
        </button>
      </header>
      <p className="fm-card-line">
        <StateMark state={status?.state ?? vehicle.state} />
        <span>{status?.vehicleTypeName ?? ''}</span>
      </p>
      <div className="fm-soc" data-low={soc !== null && soc <= 20}>
        <span aria-hidden="true">
          <span style={{ width: `${soc ?? 0}%` }} />
        </span>
        <span className="wh-num">
          {t('soc')} {soc === null ? none : `${soc}%`}
        </span>
      </div>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="wh-num">{value}</dd>
          </div>
        ))}
      </dl>
      {faults.length === 0 ? null : (
        <p className="fm-faults">
          {t('faults')} <span className="wh-num">{faults.join(', ')}</span>
        </p>
      )}
      <footer>
        <span className="fm-dealer">{status?.dealerName ?? ''}</span>
        {can('vehicleManageDetail') ? (
          <Link to={hrefOf('vehicleManageDetail', { id: vehicle.id })}>{t('detail')}</Link>
        ) : null}
      </footer>
    </section>
  );
}
