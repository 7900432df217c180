import { readdirSync, readFileSync } from 'node:fs';

/** Processes that another one has started. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(pid);
      } catch {
        return false; // ended meanwhile
      }
    })
    .map(Number);
}

/** Sends a signal to a process, e.g. the first of a PostgreSQL, and to those that it has started. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  for (const each of [pid, ...childrenOf(pid)])
    try {
      process.kill(each, signal);
    } catch {
      // ended by itself
    }
}
