/** Part and key of a sample, and how the value of a report becomes the one on the wire. */
type Place = readonly [part: string, key: string, scale?: number];

/** Names of a vehicle's state as the API has them → places of the device protocol. Flags 0/1 become booleans, km/h m/s, km metres. */
const places: Readonly<Record<string, Place>> = {
  gpsLng: ['pos', 'lng'],
  gpsLat: ['pos', 'lat'],
  speedKmh: ['pos', 'spd', 1 / 3.6],
  heading: ['pos', 'hdg'],
  satellites: ['pos', 'sat'],
  hdop: ['pos', 'hdop'],
  acc: ['st', 'acc'],
  locked: ['st', 'locked'],
  armed: ['st', 'armed'],
  seatOpen: ['st', 'seat'],
  gear: ['st', 'gear'],
  motorTempC: ['tmp', 'motor'],
  controllerTempC: ['tmp', 'ctrl'],
  csq: ['net', 'csq'],
  rsrpDbm: ['net', 'rsrp'],
  iccid: ['net', 'iccid'],
  backupBatteryV: ['net', 'aux'],
};
const packPlaces: Readonly<Record<string, string>> = {
  soc: 'soc',
  soh: 'soh',
  voltageV: 'v',
  currentA: 'i',
  tempMaxC: 'tMax',
  tempMinC: 'tMin',
  cycleCount: 'cyc',
  batterySn: 'sn',
};
const versions: Readonly<Record<string, string>> = {
  ecuVersion: 'VCU',
  controllerVersion: 'MCU',
  bmsVersion: 'BMS',
  meterVersion: 'METER',
};
const flags: ReadonlySet<string> = new Set(['acc', 'locked', 'armed', 'seatOpen']);
/** Follow from other values, or are the platform's own. */
const ignored: ReadonlySet<string> = new Set(['vin', 'reportTime', 'gpsValid', 'estimatedRangeKm']);

const scaled = (value: unknown, by: number): unknown =>
  typeof value === 'number' ? Math.round(value * by * 1e6) / 1e6 : value;
const flag = (value: unknown): unknown => (value === 1 ? true : value === 0 ? false : value);

/**
 * The sample of a report: its state may be written as the device protocol has it (`pos`, `bat`, `st` …) or by the API's names
 * (`gpsLng`, `speedKmh`, `soc` …). What neither knows is kept as it came.
 */
export function sampleOf(status: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const sample: Record<string, unknown> = {};
  const parts: Record<string, Record<string, unknown>> = {};
  const pack: Record<string, unknown> = {};
  const ecu: { type: string; sw: unknown }[] = [];
  for (const [name, value] of Object.entries(status)) {
    const place = Object.hasOwn(places, name) ? places[name] : undefined;
    const packKey = Object.hasOwn(packPlaces, name) ? packPlaces[name] : undefined;
    const version = Object.hasOwn(versions, name) ? versions[name] : undefined;
    if (place) {
      const [part, key, scale = 1] = place;
      (parts[part] ??= {})[key] = flags.has(name) ? flag(value) : scale === 1 ? value : scaled(value, scale);
    } else if (packKey !== undefined) pack[packKey] = value;
    else if (version !== undefined) ecu.push({ type: version, sw: value });
    else if (name === 'odometerKm') sample['odo'] = typeof value === 'number' ? Math.round(value * 1000) : value;
    else if (name === 'faultCodes')
      sample['dtc'] = Array.isArray(value) ? value.map((code: unknown) => ({ code, active: true })) : value;
    else if (!ignored.has(name)) sample[name] = value;
  }
  if (status['gpsValid'] === 0 && parts['pos']) parts['pos']['fix'] = 0;
  return {
    ...sample,
    ...parts,
    ...(Object.keys(pack).length > 0 && { bat: [pack] }),
    ...(ecu.length > 0 && { ecu }),
  };
}
