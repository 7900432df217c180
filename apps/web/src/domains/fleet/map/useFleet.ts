import { ownJson } from '@wheelhouse/contract/object';
import type { Query } from '@wheelhouse/contract/calls/kit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fleetStates, type FleetPush, type FleetState, type StateCounts } from '@wheelhouse/contract/fleet';
import { call } from '../../../api/client.ts';
import { isAbort, messageOf } from '../../../api/errors.ts';
import { useLive } from '../../../api/live.ts';
import { useUser } from '../../../session/session.ts';
import type { MapViewport } from '../../../ui/map/MapCanvas.tsx';
import { FleetModel } from './model.ts';

/** Status texts of the map. */
export interface FleetFacts {
  readonly total: number;
  readonly states: StateCounts;
  readonly unlocated: number;
  readonly masked: boolean;
  readonly asOf: string;
}

export interface FleetHandle {
  readonly model: FleetModel;
  /** Null until the first answer. */
  readonly facts: FleetFacts | null;
  /** Why the last question failed; null when it did not. */
  readonly error: string | null;
  readonly bounds: MapViewport['bounds'] | null;
  /** The wire form of the chosen states: absent when all are chosen. */
  readonly stateFilter: readonly FleetState[] | undefined;
  readonly look: (viewport: MapViewport) => void;
  readonly reload: () => void;
}

/** Moves of the map settle for so long before the server is asked. */
const settleMs = 180;
const path = '/veh/crm/vehicle/fleet';

const isPush = (data: unknown): data is FleetPush & { readonly seq: number } =>
  typeof data === 'object' && data !== null && 'seq' in data && 'moved' in data;

/**
 * The fleet in a moving view: asked for at each move, then kept up to date by the server, at most once a second and only with what moved
 * inside. What is to be drawn is in `model`, which notifies its subscribers; the facts are state.
 */
export function useFleet(query: Readonly<Record<string, unknown>>, chosen: ReadonlySet<FleetState>): FleetHandle {
  const user = useUser();
  const [view] = useState(() => `${user.id}-view${crypto.getRandomValues(new Uint32Array(2)).join('x')}`);
  const model = useMemo(() => new FleetModel(), []);
  const [viewport, setViewport] = useState<MapViewport | null>(null);
  const [facts, setFacts] = useState<FleetFacts | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const seq = useRef(0);
  const queryText = JSON.stringify(query);
  const stateText = [...chosen].sort().join();
  const stateFilter = useMemo(
    () =>
      stateText.split(',').length === fleetStates.length
        ? undefined
        : fleetStates.filter((state) => stateText.split(',').includes(state)),
    [stateText],
  );
  const reload = useCallback(() => setTurn((n) => n + 1), []);

  useEffect(() => {
    if (viewport === null) return undefined;
    const given = new AbortController();
    const mine = ++seq.current;
    const timer = setTimeout(() => {
      const body = {
        bbox: viewport.bounds,
        zoom: viewport.zoom,
        query: ownJson<Query>(queryText),
        view,
        seq: mine,
        ...(stateFilter && { state: stateFilter }),
      };
      call(path, body, { signal: given.signal }).then(
        (answer) => {
          model.replace(answer, performance.now());
          setFacts({
            total: answer.total,
            states: answer.states,
            unlocated: answer.unlocated,
            masked: answer.gpsMasked === 1,
            asOf: answer.asOf,
          });
          setError(null);
        },
        (failure: unknown) => {
          if (!isAbort(failure)) setError(messageOf(failure));
        },
      );
    }, settleMs);
    return () => {
      clearTimeout(timer);
      given.abort();
    };
  }, [viewport, queryText, stateFilter, turn, view, model]);

  useLive([`fleet:${view}`], (event) => {
    if (event.kind === 'resync') return reload();
    if (!isPush(event.data)) return reload();
    // Of a place the map has left meanwhile.
    if (event.data.seq !== seq.current) return;
    const { total, states, asOf } = event.data;
    model.apply(event.data, performance.now());
    setFacts((old) => (old === null ? old : { ...old, total, states, asOf }));
    setError(null);
  });

  return { model, facts, error, bounds: viewport?.bounds ?? null, stateFilter, look: setViewport, reload };
}
