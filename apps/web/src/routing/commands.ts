import { useEffect, useEffectEvent } from 'react';

/** Commands of the visible page; the component that registered a command last runs it. */
export type PageCommand = 'keyword' | 'add' | 'refresh';

const offered = new Map<PageCommand, (() => void)[]>();

/** Runs a command of the visible page; false when the page has none. */
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
