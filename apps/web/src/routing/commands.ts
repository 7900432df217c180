import { useEffect, useEffectEvent } from 'react';

/** What the visible page may offer to do; each is done by whoever offered it last. */
export type PageCommand = 'keyword' | 'add' | 'refresh';

const offered = new Map<PageCommand, (() => void)[]>();

/** Does what the visible page offers; false when it offers nothing of the kind. */
export function runPageCommand(command: PageCommand): boolean {
  const run = offered.get(command)?.at(-1);
  run?.();
  return run !== undefined;
}

/** Offers a command while the component is visible (hidden tabs offer nothing). Undefined: not now. */
export function usePageCommand(command: PageCommand, run: (() => void) | undefined): void {
  const handle = useEffectEvent(() => run?.());
  const active = run !== undefined;
  useEffect(() => {
    if (!active) return undefined;
    const entry = (): void => handle();
    offered.set(command, [...(offered.get(command) ?? []), entry]);
    return () =>
      void offered.set(
        command,
        (offered.get(command) ?? []).filter((other) => other !== entry),
      );
  }, [command, active]);
}
