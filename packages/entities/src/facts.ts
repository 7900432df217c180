import { codes } from './codes.ts';
import { machines } from './machines.ts';

/** A word for records in some states. */
export interface Fact {
  /** Entity whose fields decide. */
  readonly entity: string;
  /** Field → the codes it may have. */
  readonly where: Readonly<Record<string, readonly number[]>>;
}

const { activated } = machines['SM-VehicleActivation'].states;
const { operating, stopped } = machines['SM-VehicleOperation'].states;
const { bound } = machines['SM-Binding'].states;
const { normal, frozen, deleting } = machines['SM-AppUser'].states;

/**
 * What counters, cards, filters, rules and jobs say of vehicles and owners, defined once: by the same word, a number and the list that it leads to mean
 * the same records (catalogue 11, definitions).
 */
export const facts = {
  /** Heard of within the time-out of its model: the gateway notes it with a report, and takes it back when the vehicle says so or is silent. */
  online: { entity: 'vehicleStatus', where: { online: [codes.OnlineStatus.online] } },
  activated: { entity: 'vehicle', where: { activationStatus: [activated] } },
  inUse: { entity: 'vehicle', where: { activationStatus: [activated], operationStatus: [operating] } },
  stopped: { entity: 'vehicle', where: { operationStatus: [stopped] } },
  bound: { entity: 'vehicle', where: { bindStatus: [bound] } },
  /** An owner who may sign in to the app: until it is erased, the account can be kept. */
  mayUseApp: { entity: 'appUser', where: { status: [normal, deleting] } },
  /** An owner whose account is not erased. */
  livingUser: { entity: 'appUser', where: { status: [normal, frozen, deleting] } },
} as const satisfies Readonly<Record<string, Fact>>;

export type FactName = keyof typeof facts;

/** The conditions of a list that shows exactly the records of which these facts are true: `field.operator` → value, as in its address. */
export function filtersOf(...names: readonly FactName[]): Record<string, string> {
  const conditions = names.flatMap((name) => Object.entries<readonly number[]>(facts[name].where));
  return Object.fromEntries(
    conditions.map(([field, values]) => [`${field}.${values.length === 1 ? 'eq' : 'in'}`, values.join()]),
  );
}
