import type { ErrorCode, Text } from '@wheelhouse/contract';
import type { FunctionCode } from './access/actions.ts';
import type { ActionDef, Transition } from './define.ts';
import type { Row } from './fields.ts';
import type { machines, MachineName } from './machines.ts';
import type { Machine } from './machines/types.ts';
import { machineNamed } from './reading.ts';

type Known<M extends MachineName> = (typeof machines)[M]['transitions'][number];

/** Transitions that people make with a button, by name. Those to `deleted` are the entity's `batchDelete`. */
export type TransitionName<M extends MachineName> = Exclude<
  Extract<Known<M>, { readonly who: `${string}.${string}` }>,
  { readonly to: 'deleted' }
>['action'];

/** What a step adds to its transition: confirmation, input and how it is sent. */
type Step = Partial<Omit<ActionDef, 'transition' | 'button'>>;

/** One call takes all transitions, or each has a call of its own name. */
type Calls = 'transition' | 'own';

type Made<S, Name, C extends Calls> = Omit<ActionDef, Stated | 'transition' | 'path'> & {
  readonly transition: Transition;
  readonly path: S extends { readonly path: infer Own extends string } ? Own : C extends 'own' ? Name : C;
} & Pick<S, Extract<keyof S, Stated>> &
  (S extends { readonly path: string } | { readonly fixedInput: object }
    ? unknown
    : C extends 'own'
      ? unknown
      : { readonly fixedInput: { readonly action: Name } });
/** What a step states and callers go by. */
type Stated = 'input' | 'many' | 'fixedInput';

export interface MoveOptions<C extends Calls = 'transition'> {
  /** State field of the entity. */
  readonly field?: string;
  /** Page whose buttons guard the transitions: needed where the machine serves several pages. */
  readonly page?: string;
  /** Buttons of the machine that this page does not have, each with the one that it has instead: `{ revoke: 'publish' }`. */
  readonly buttons?: Readonly<Record<string, string>>;
  /**
   * `transition`: one call takes them all, distinguished by `action` (`{id, rev, action, …}`). `own`: each has a call of its own name.
   * A step's `path` and `fixedInput` win.
   */
  readonly calls?: C;
}

const isButton = (who: string): boolean => who.includes('.');

/** Function code of a transition: `who` lists codes, of any page or of the page at hand, beside parties that are no people of the console. */
function buttonOf(
  machine: MachineName,
  action: string,
  who: string,
  { page, buttons = {} }: Pick<MoveOptions, 'page' | 'buttons'>,
): FunctionCode {
  const codes = who.split(', ').filter(isButton);
  const own = codes.map((code) => {
    const [of = '', name = ''] = code.split('.');
    return `${of.replace('<page>', page ?? '<page>')}.${buttons[name] ?? name}`;
  });
  const found = own.find((code) => page === undefined || code.startsWith(`${page}.`)) ?? own[0];
  if (found === undefined || found.startsWith('<'))
    throw new Error(`${machine}.${action}: name the page of its button`);
  // The tests of the registry compare every button with the function tree.
  return found as FunctionCode;
}

/** A transition of a machine by name, over all states that it leaves. @throws Error when the machine has none, or two that end differently */
export const transitionOf = (machine: MachineName, action: string): Move =>
  moveOf(machine, machineNamed(machine), action);

/** A transition over all states that it leaves. */
export interface Move {
  readonly from: readonly number[];
  readonly to: number;
  readonly label: Text;
  readonly who: string;
  readonly by?: 'another';
  readonly review?: NonNullable<Transition['review']>;
  readonly executes?: true;
}

/** Which steps of its machine's review a transition is. */
function reviewSteps({ review }: Machine, action: string): Pick<Transition, 'review' | 'executes'> {
  if (review === undefined) return {};
  const step = (['submit', 'approve', 'waive'] as const).find((name) => review[name]?.includes(action));
  return { ...(step && { review: step }), ...(review.execute.includes(action) && { executes: true }) };
}

function moveOf(machine: MachineName, table: Machine, action: string): Move {
  const all = table.transitions;
  const [first, ...others] = all.filter((one) => one.action === action);
  if (first === undefined) throw new Error(`${machine} has no transition ${action}`);
  if (others.some(({ to }) => to !== first.to)) throw new Error(`${machine}.${action} ends in several states`);
  return {
    from: [first, ...others].flatMap(({ from }) => from.map(Number)),
    to: Number(first.to),
    label: { zh: first.zh, en: first.en },
    who: first.who,
    ...(first.by && { by: first.by }),
    ...reviewSteps(table, action),
  };
}

/** Whether a machine has a transition from one state to another, whoever makes it. */
export function leads(machine: MachineName, from: unknown, to: unknown): boolean {
  const { transitions: all } = machineNamed(machine);
  return all.some((one) => one.from.includes(String(from)) && one.to === String(to));
}

/**
 * Actions of an entity from its machine, one of its domain's `table`: one for each transition that people make, with the machine's label, states and button.
 * `steps` adds what is asked before, and how it is sent; their order is that of the buttons, the machine's others follow. The engine
 * stores the next state; handlers have the effects.
 */
export function transitions<
  M extends MachineName,
  const Steps extends { readonly [K in TransitionName<M>]?: Step },
  const C extends Calls = 'transition',
>(
  table: Readonly<Record<NoInfer<M>, Machine>>,
  machine: M,
  steps: Steps & { readonly [K in Exclude<keyof Steps, TransitionName<M>>]: never },
  { field = 'status', page, buttons = {}, calls }: MoveOptions<C> = {},
): {
  readonly [K in TransitionName<M>]: Made<K extends keyof Steps ? Steps[K] : unknown, K, C>;
} {
  const { transitions: all } = table[machine];
  const known = all.filter(({ who, to }) => isButton(who) && to !== 'deleted').map(({ action }) => action);
  const names = new Set([...Object.keys(steps), ...known]);
  const made = [...names].map((name): [string, ActionDef] => {
    const { from, to, label, who, ...review } = moveOf(machine, table[machine], name);
    const step: Step = (steps as Readonly<Record<string, Step>>)[name] ?? {};
    return [
      name,
      {
        label,
        path: calls === 'own' ? name : 'transition',
        where: step.many === undefined ? ['row', 'detail'] : ['row', 'bulk', 'detail'],
        ...(calls !== 'own' && step.path === undefined && { fixedInput: { action: name } }),
        ...step,
        button: buttonOf(machine, name, who, { ...(page !== undefined && { page }), buttons }),
        from: { [field]: from, ...step.from, [field]: from },
        transition: { machine, field, to, ...review },
      },
    ];
  });
  return Object.fromEntries(made) as never;
}

/** Refusal of one's own work where it is another's to do. */
export const ownWorkCode = ({ transition }: Pick<ActionDef, 'transition'>): ErrorCode =>
  (transition && machineNamed(transition.machine).ownWork) ?? 5002;

/** Whether an action is another's to do: the user has made or submitted the record themselves. The server knows who changed it, too. */
export const isOwnWork = ({ transition }: Pick<ActionDef, 'transition'>, row: Row, userId: string): boolean =>
  transition?.by === 'another' && [row['createBy'], row['submitterId']].includes(userId);

/** The state that prevents an action on a row, if any: the server refuses, pages show the reason. */
export function wrongStateFor(
  action: Pick<ActionDef, 'from' | 'fromRefusal'>,
  row: Row,
): { readonly code: NonNullable<ActionDef['fromRefusal']>; readonly field: string } | undefined {
  for (const [field, allowed] of Object.entries(action.from ?? {})) {
    if (row[field] === undefined || allowed.some((code) => String(code) === String(row[field]))) continue;
    return { code: action.fromRefusal ?? 1004, field };
  }
  return undefined;
}
