import { vinCheckDigit } from '@wheelhouse/entities/formats';

const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const plants = 'ABCDEFGHJKLMNPRSTUVWXYZ';
/** Describes a vehicle whose model has no VIN prefix: an electric bicycle. */
const bicycle = 'B0000';

/**
 * A VIN that no maker can have: world code 000, then the model's own descriptor, a valid check digit, the year, and a running number.
 * @param prefix the model's VIN prefix, 3–8 characters
 */
export function virtualVinOf(prefix: string | null, now: Date, serial: number): string {
  const descriptor = (prefix === null ? bicycle : prefix.slice(3)).padEnd(5, '0').slice(0, 5);
  const year = yearCodes[(now.getUTCFullYear() - 2010) % 30] ?? 'A';
  const plant = plants[Math.floor(serial / 1_000_000) % plants.length] ?? 'A';
  const draft = `000${descriptor}0${year}${plant}${String(serial % 1_000_000).padStart(6, '0')}`;
  return `${draft.slice(0, 8)}${vinCheckDigit(draft)}${draft.slice(9)}`;
}
