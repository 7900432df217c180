import type { SimulatedOwner } from '@wheelhouse/contract/simulated-fleet';
import type { Random } from '../random.ts';

interface Model {
  readonly model: string;
  readonly osVersion: string;
}

/** A phone: the same at every start. */
export interface Phone extends Model {
  /** User agent of its browser. */
  readonly agent: string;
  /** Under which it gets pushes. */
  readonly deviceToken: string;
  readonly mobile: string;
}

/** Phones of the market, by D:ClientOs. */
const models: Readonly<Record<SimulatedOwner['clientOs'], readonly Model[]>> = {
  1: [
    { model: 'Xiaomi 15', osVersion: '15' },
    { model: 'OPPO Find X8', osVersion: '15' },
    { model: 'vivo X200', osVersion: '15' },
    { model: 'HONOR 200', osVersion: '14' },
  ],
  2: [
    { model: 'iPhone 16', osVersion: '18.5' },
    { model: 'iPhone 15 Pro', osVersion: '18.3' },
    { model: 'iPhone 13', osVersion: '17.6' },
  ],
  3: [
    { model: 'Mate 70', osVersion: '5.0' },
    { model: 'Pura 70', osVersion: '4.2' },
  ],
};

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const agents: Readonly<Record<SimulatedOwner['clientOs'], (model: Model) => string>> = {
  1: ({ model, osVersion }) =>
    `Mozilla/5.0 (Linux; Android ${osVersion}; ${model}) ${webkit} Chrome/131.0 Mobile Safari/537.36`,
  2: ({ osVersion }) =>
    `Mozilla/5.0 (iPhone; CPU iPhone OS ${osVersion.replace('.', '_')} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148`,
  3: ({ osVersion }) => `Mozilla/5.0 (Phone; OpenHarmony ${osVersion}) ${webkit} Chrome/114.0 Mobile Safari/537.36`,
};

/** @param character random numbers that belong to the owner */
export function phoneOf({ clientOs }: SimulatedOwner, character: Random): Phone {
  const model = character.pick(models[clientOs]);
  const parts = Array.from({ length: 4 }, () => character.int(0, 0xffffffff).toString(16).padStart(8, '0'));
  const mobile = `${character.pick(['138', '139', '158', '177', '186'])}${character.int(10_000_000, 99_999_999)}`;
  return { ...model, agent: agents[clientOs](model), deviceToken: `simulated${parts.join('')}`, mobile };
}
