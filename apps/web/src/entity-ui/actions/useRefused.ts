import { answersMay, maySegment } from '@wheelhouse/entities/may';
import type { EntityDef } from '@wheelhouse/entities';
import type { Refused } from '@wheelhouse/contract/calls/kit';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import type { EntityPath } from '../../api/paths.ts';
import { pathUnder } from '../model.ts';

/** Of no entity, a path that is not asked. */
const pathOf = (entity: EntityDef | undefined): EntityPath<'may'> =>
  pathUnder<'may'>(entity ?? { base: '' }, maySegment(entity ?? {}));

/** Why actions are not possible on a record, by key. */
export type RefusedActions = Readonly<Record<string, Refused>>;

const none: RefusedActions = {};

/** What the server says may not be done to a record now; nothing before it has answered. It knows more than the row: the rules of each action. */
export function useRefused(entity: EntityDef | undefined, id: string, asks: boolean): RefusedActions {
  const isAsked = asks && entity !== undefined && answersMay(entity);
  const { data } = useCall(pathOf(entity), { ids: [id] }, { enabled: isAsked, inlineErrors: true });
  return data?.list.find((one) => one.id === id)?.refused ?? none;
}

/** The same of one action, before anything is typed for it; undefined where the server does not answer: doing it will say why. */
export async function refusedNow(entity: EntityDef, id: string, key: string): Promise<Refused | undefined> {
  if (!answersMay(entity)) return undefined;
  const answer = await call(pathOf(entity), { ids: [id] }).catch(() => undefined);
  return answer?.list.find((one) => one.id === id)?.refused[key];
}
