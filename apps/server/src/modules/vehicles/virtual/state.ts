import { codes } from '@wheelhouse/entities/codes';
import type { VirtualState } from '@wheelhouse/contract/calls/vehicles';

/** Century Park, Shanghai: once around is the loop of the demo. */
const centre = { lng: 121.5513, lat: 31.2189 };
const loopKm = 5;
const loopMinutes = 15;
const radiusKm = loopKm / (2 * Math.PI);
const degreeKm = 111.32;
/** The alarm script alarms for one minute in five. */
const alarmEveryMin = 5;

const round = (value: number, digits: number) => Number(value.toFixed(digits));

export function virtualState(script: number, serial: number, now: Date): VirtualState {
  const minutes = now.getTime() / 60_000 + serial * 3;
  const rides = script === codes.VirtualScript.loop;
  const laps = minutes / loopMinutes;
  const angle = rides ? (laps % 1) * 2 * Math.PI : (serial % 360) * (Math.PI / 180);
  // The battery of the loop goes from 95 to 25 % and starts again.
  const soc = script === codes.VirtualScript.lowBattery ? 9 : rides ? 95 - ((laps * 2) % 70) : 82;
  const alarming = script === codes.VirtualScript.alarm && minutes % alarmEveryMin < 1;
  return {
    virtual: 1,
    online: 1,
    acc: rides ? 1 : 0,
    locked: rides ? 0 : 1,
    armed: rides ? 0 : 1,
    speedKmh: rides ? round((loopKm / loopMinutes) * 60 + 2 * Math.sin(minutes), 1) : 0,
    soc: Math.round(soc),
    odometerKm: round(rides ? (laps * loopKm) % 9000 : 128.4, 1),
    gpsLng: round(centre.lng + (Math.cos(angle) * radiusKm) / (degreeKm * Math.cos((centre.lat * Math.PI) / 180)), 6),
    gpsLat: round(centre.lat + (Math.sin(angle) * radiusKm) / degreeKm, 6),
    heading: rides ? Math.round(360 - (((angle * 180) / Math.PI) % 360)) % 360 : 0,
    alarms: alarming ? ['VIBRATION'] : [],
  };
}
