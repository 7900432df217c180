import type { InputAt } from '../../api/paths.ts';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/query.ts';

/** Who asks: `vehicle.dealerId`. The server answers also those who may use the asking page only. */
export interface RefQuestion {
  readonly entity: string;
  readonly field?: string | undefined;
  /** The record whose field asks, where that decides what is offered. */
  readonly record?: string | undefined;
  /** Also records that may not be chosen anew: for filters. */
  readonly all?: boolean;
}

const typingMs = 250;

/** A value that follows another one after a pause in typing. */
export function useSettled<T>(value: T, ms = typingMs): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

const questionOf = ({ entity, field, record, all }: RefQuestion): InputAt<'/ref/options', 'POST'> => ({
  entity,
  ...(field === undefined ? {} : { field }),
  ...(record === undefined ? {} : { record }),
  ...(all === true ? { all } : {}),
});

/** Choices of a reference whose title contains the keyword. */
export function useRefOptions(question: RefQuestion, keyword: string, enabled: boolean) {
  const settled = useSettled(keyword.trim());
  return useCall(
    '/ref/options',
    { ...questionOf(question), ...(settled === '' ? {} : { keyword: settled }), limit: 20 },
    { enabled, keepPrevious: true, inlineErrors: true, staleTime: 15_000 },
  );
}

const namesFreshMs = 60_000;

/** Titles of records by id; those not (yet) known are missing. */
export function useRefNames(question: RefQuestion, ids: readonly string[]): ReadonlyMap<string, string> {
  const wanted = [...ids].sort();
  const { data } = useCall(
    '/ref/options',
    { ...questionOf(question), ids: wanted },
    { enabled: wanted.length > 0, inlineErrors: true, staleTime: namesFreshMs },
  );
  return new Map((data ?? []).map((option) => [option.id, option.name]));
}
