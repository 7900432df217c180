import { useEffect, useState } from 'react';
import type { FoundGroup } from '@wheelhouse/contract/search';
import { messageOf } from '../../api/errors.ts';
import { useCall } from '../../api/query.ts';

/** Typing is over for now. */
const pauseMs = 180;
const shortest = 2;

export interface Found {
  readonly groups: readonly FoundGroup[];
  /** Still asking for what is typed. */
  readonly searching: boolean;
  readonly error: string | null;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Records that the server finds by a keyword. */
export function useFound(typed: string): Found {
  const wanted = typed.trim().slice(0, 60);
  const keyword = useSettled(wanted);
  const enabled = [...keyword.replaceAll(/\s+/g, '')].length >= shortest;
  const { data, error, isFetching, isPlaceholderData } = useCall(
    '/search/global',
    { keyword },
    { enabled, keepPrevious: true, inlineErrors: true },
  );
  const searching = wanted !== '' && (wanted !== keyword || isFetching);
  return {
    groups: enabled && data !== undefined && !(isPlaceholderData && !isFetching) ? data : [],
    searching,
    error: enabled && error !== null ? messageOf(error) : null,
  };
}
