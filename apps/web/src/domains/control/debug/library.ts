import { useMemo } from 'react';
import { useCall } from '../../../api/query.ts';
import type { EntityRow } from '../../../entity-ui/model.ts';

export interface LibraryCommand extends EntityRow {
  readonly cmdCode: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly deviceType: number;
  readonly opcode: string;
  readonly direction: number;
  readonly dangerous: number;
  readonly enabled: number;
  readonly timeoutSec: number;
  readonly paramSchema: unknown;
  readonly resultSchema: unknown;
}

export interface Library {
  readonly list: readonly LibraryCommand[] | undefined;
  readonly byCode: ReadonlyMap<string, LibraryCommand>;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The whole library of debug commands, disabled ones as well: frames of theirs are still to be read. */
export function useLibrary(): Library {
  const { data, error, refetch } = useCall(
    '/veh/crm/debugCommand/list',
    { page: 1, pageSize: 200, orderBy: 'deviceType asc' },
    { inlineErrors: true, staleTime: 60_000 },
  );
  const list = data?.list as readonly LibraryCommand[] | undefined;
  const byCode = useMemo(() => new Map((list ?? []).map((command) => [command.cmdCode, command])), [list]);
  return { list, byCode, error: list === undefined ? error : null, retry: () => void refetch() };
}
