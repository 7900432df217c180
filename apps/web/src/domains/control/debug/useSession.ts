import type { DebugFrame, DebugSession } from '@wheelhouse/contract/calls/control';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/client.ts';
import type { InputAt } from '../../../api/paths.ts';
import { attempt } from '../../../api/attempt.ts';
import { useLive } from '../../../api/live.ts';

/** A session and the time it was received, from which its clocks count down. */
export interface HeldSession {
  readonly session: DebugSession;
  readonly at: number;
}

/** The log of the device on or off, and how much of it. */
type LogOrder = Omit<InputAt<'/veh/crm/debug/log', 'POST'>, 'sessionId'>;

export interface SessionHandle {
  readonly held: HeldSession | undefined;
  readonly frames: readonly DebugFrame[];
  readonly opening: boolean;
  readonly open: (workOrderNo?: string) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly switchLog: (order: LogOrder) => Promise<void>;
  readonly clear: () => void;
}

const base = '/veh/crm/debug' as const;
/** The page keeps so many of the newest frames. */
const mostFrames = 2_000;

/** One's session on a vehicle. Frames are fetched when the live stream says that there are new ones, without a gap and each once. */
export function useDebugSession(vin: string): SessionHandle {
  const [held, setHeld] = useState<HeldSession>();
  const [frames, setFrames] = useState<readonly DebugFrame[]>([]);
  const [opening, setOpening] = useState(false);
  const seen = useRef(0);
  const fetching = useRef(false);
  const again = useRef(false);
  const id = held?.session.sessionId;

  const take = useCallback((session: DebugSession): void => setHeld({ session, at: Date.now() }), []);
  const pull = useCallback(
    async (sessionId: string): Promise<void> => {
      if (fetching.current) {
        again.current = true;
        return;
      }
      fetching.current = true;
      do {
        again.current = false;
        const got = await attempt(call(`${base}/stream`, { sessionId, afterSeq: seen.current }));
        if (got === undefined) break;
        take(got.session);
        if (got.frames.length > 0) again.current = true;
        seen.current = got.seq;
        setFrames((old) => [...old, ...got.frames].slice(-mostFrames));
      } while (again.current);
      fetching.current = false;
    },
    [take],
  );
  useEffect(() => {
    if (id !== undefined) void pull(id);
  }, [id, pull]);
  useLive(id === undefined ? [] : [`debug:${id}`], () => {
    if (id !== undefined) void pull(id);
  });

  return {
    held,
    frames,
    opening,
    open: async (workOrderNo) => {
      setOpening(true);
      const session = await attempt(call(`${base}/openSession`, { vin, ...(workOrderNo && { workOrderNo }) }));
      if (session !== undefined && session.sessionId !== id) {
        seen.current = 0;
        setFrames([]);
      }
      if (session !== undefined) take(session);
      setOpening(false);
    },
    close: async () => {
      if (id !== undefined && (await attempt(call(`${base}/closeSession`, { sessionId: id }))) !== undefined)
        await pull(id);
    },
    switchLog: async (order) => {
      const session = id === undefined ? undefined : await attempt(call(`${base}/log`, { sessionId: id, ...order }));
      if (session !== undefined) take(session);
    },
    clear: () => setFrames([]),
  };
}
