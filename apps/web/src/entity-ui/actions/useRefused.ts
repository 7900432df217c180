import { useCallback, useEffect } from 'react';
import { answersMay, maySegment } from '@wheelhouse/entities/may';
import type { EntityDef } from '@wheelhouse/entities';
import type { Refused } from '@wheelhouse/contract/calls/kit';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/query.ts';
import type { EntityPath } from '../../api/paths.ts';
import { pathUnder, type EntityRow } from '../model.ts';

/** Of no entity, a path that is not asked. */
const pathOf = (entity: EntityDef | undefined): EntityPath<'may'> =>
  pathUnder<'may'>(entity ?? { base: '' }, maySegment(entity ?? {}));

/** Why actions are not possible on a record, by key. */
export type RefusedActions = Readonly<Record<string, Refused>>;

const none: RefusedActions = {};

interface RefusedNow {
  readonly refused: RefusedActions;
  /** Asks again: what was in the way may be gone. */
  readonly askAgain: () => void;
}

/**
 * What the server says may not be done to a record now; nothing before it has answered. It knows more than the row: the rules of each action. A changed
 * row is asked about anew.
 */
export function useRefused(entity: EntityDef | undefined, { id, rev }: EntityRow, asks: boolean): RefusedNow {
  const isAsked = asks && entity !== undefined && answersMay(entity);
  const { data, refetch } = useCall(pathOf(entity), { ids: [id] }, { enabled: isAsked, inlineErrors: true });
  const askAgain = useCallback(() => {
    if (isAsked) void refetch({ cancelRefetch: false });
  }, [isAsked, refetch]);
  useEffect(askAgain, [askAgain, rev]);
  return { refused: data?.list.find((one) => one.id === id)?.refused ?? none, askAgain };
}

/** Nobody waits longer for an answer before a dialog opens; doing it will say why. */
const patienceMs = 500;

/** The same of one action, before anything is typed for it; undefined where the server does not answer at once. */
export async function refusedNow(entity: EntityDef, id: string, key: string): Promise<Refused | undefined> {
  if (!answersMay(entity)) return undefined;
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await call(pathOf(entity), { ids: [id] }, { signal }).catch(() => undefined);
  return answer?.list.find((one) => one.id === id)?.refused[key];
}
