import { useState } from 'react';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../api/query.ts';
import { textOf } from '../../entity-ui/model.ts';

/** What the two pages need to know of the vehicle they are about. */
export interface ChosenVehicle {
  readonly id: string;
  /** VIN or frame number. */
  readonly name: string;
  readonly row: ListRowOf<'vehicle'>;
}

const path = '/veh/crm/vehicle/list' as const;
const most = 8;
export const nameOf = (row: ListRowOf<'vehicle'>): string => textOf(row.vin) || textOf(row.frameNo);
const chosenOf = (row: ListRowOf<'vehicle'>): ChosenVehicle => ({ id: row.id, name: nameOf(row), row });

/** Vehicles of an identifier, or of an owner's mobile. */
export function useFoundVehicles(text: string): { readonly list: readonly ChosenVehicle[]; readonly busy: boolean } {
  const typed = text.trim().toUpperCase();
  const query = /^1\d{10}$/.test(typed) ? { ownerMobile: typed } : { keyword: typed };
  const { data, isFetching } = useCall(
    path,
    { page: 1, pageSize: most, query },
    { enabled: typed.length >= 3, keepPrevious: true, inlineErrors: true, staleTime: 15_000 },
  );
  return { list: typed.length < 3 ? [] : (data?.list ?? []).map(chosenOf), busy: isFetching };
}

export interface VehicleOfPage {
  readonly vehicle: ChosenVehicle | undefined;
  /** It was looked for and is not there. */
  readonly missing: boolean;
  readonly choose: (vehicle: ChosenVehicle) => void;
}

/** The vehicle that a page's `?vin=` names. */
export function useVehicleOfPage(vin: string, write: (vin: string) => void): VehicleOfPage {
  const [picked, setPicked] = useState<ChosenVehicle>();
  const known = picked?.name === vin ? picked : undefined;
  const { data } = useCall(
    path,
    { page: 1, pageSize: most, query: { keyword: vin } },
    { enabled: vin !== '' && known === undefined, inlineErrors: true, staleTime: 60_000 },
  );
  const found = data?.list.find((row) => nameOf(row) === vin);
  return {
    vehicle: vin === '' ? undefined : (known ?? (found && chosenOf(found))),
    missing: vin !== '' && known === undefined && data !== undefined && found === undefined,
    choose: (vehicle) => {
      setPicked(vehicle);
      write(vehicle.name);
    },
  };
}
