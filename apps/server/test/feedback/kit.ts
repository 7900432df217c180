import { bluetoothSetup } from '@wheelhouse/entities/bluetooth/bluetooth-setup';
import { plain } from '@wheelhouse/entities/registry';
import { startBench, type Bench } from '../vehicles/fixture.ts';
import { sampleForm } from '../registry/samples.ts';

export const base = '/veh/crm/bluetoothSetup';
export const entity = plain(bluetoothSetup);

export interface Refusal {
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}
interface Setup extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly rev: number;
  readonly version: number;
}

/** A server, and what the tests of bluetooth setups do with it. */
export async function startSetups() {
  const b: Bench = await startBench();
  const form = async (more: object = {}) => ({ ...(await sampleForm(b.t, entity)), ...more });
  const add = async (more: object = {}) => b.post<Refusal & { id: string }>(`${base}/add`, await form(more));
  return {
    b,
    form,
    add,
    detail: (id: string) => b.ok<Setup>(`${base}/detail`, { id }),
    /** The refusal of a setup: its code, and the fields that it names. */
    wrong: async (more: object) => {
      const { code, data } = await add(more);
      return { code, fields: data.errors?.map(({ field }) => field) };
    },
  };
}
