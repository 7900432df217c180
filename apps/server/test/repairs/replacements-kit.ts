import { formatInstant } from '@wheelhouse/contract';
import { sampleFile } from '../registry/samples.ts';
import type { Bench, Made } from '../vehicles/fixture.ts';

interface Refused {
  id: string;
  errors?: { field: string; message: string }[];
}
const base = '/veh/crm/replacementRecord';

export const fieldsOf = ({ data }: { data: Refused }): string[] | undefined => data.errors?.map(({ field }) => field);
export const minutesAgo = (n: number): string => formatInstant(new Date(Date.now() - n * 60_000));

/** Calls about changed parts; `admin` unless another token is given. */
export function replacementsOf(b: () => Bench) {
  /** Records a changed part. */
  const record = async (vehicle: Pick<Made, 'form'>, part: object, more: object = {}, as = 'admin') => {
    const form = {
      vin: vehicle.form['vin'],
      reasonCode: '1',
      warranty: 1,
      odometerKm: 100,
      replaceTime: minutesAgo(5),
      images: [await sampleFile(b().t, 'image')],
      ...part,
      ...more,
    };
    return b().t.call<Refused>('POST', `${base}/add`, form, { as });
  };
  const read = (id: string) => b().ok<Record<string, unknown>>(`${base}/detail`, { id });
  const voidIt = (id: string, as = 'admin') =>
    b().t.call<Refused>('POST', `${base}/void`, { id, reason: '录错了车辆' }, { as });
  return { record, read, voidIt };
}
