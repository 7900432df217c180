/**
 * Known weaknesses of what the server and the console are made of, asked of the package registry: `npm exec -c 'node scripts/audit.ts [--release]'`.
 * High and critical ones fail. Where no registry answers, nothing was checked: that is said, counted as neither, and fails with `--release`.
 */
import { execFile } from 'node:child_process';
import { root } from './tools.ts';

interface Outcome {
  readonly lines: readonly string[];
  readonly passed: number;
  readonly failed: number;
}

const object = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Why a package is listed: titles of its own advisories, names of the packages it has them from. */
function reasons(via: unknown): string {
  return (Array.isArray(via) ? via : [])
    .map((one) => (typeof one === 'string' ? one : String(object(one)['title'])))
    .join('; ');
}

/** What the answer of `npm audit --json` means; a release needs one. */
export function auditOutcome(text: string, release = false): Outcome {
  let answer: Record<string, unknown>;
  try {
    answer = object(JSON.parse(text));
  } catch {
    answer = {};
  }
  if (object(answer['metadata'])['vulnerabilities'] === undefined) {
    const why = String(answer['message'] ?? (text.trim().slice(0, 200) || 'no answer'));
    return { lines: [`not checked: ${why}`], passed: 0, failed: release ? 1 : 0 };
  }
  const found = Object.entries(object(answer['vulnerabilities'])).map(([name, one]) => {
    const { severity, via, range } = object(one);
    return { severity: String(severity), line: `${String(severity)}: ${name} ${String(range)} (${reasons(via)})` };
  });
  const grave = found.filter(({ severity }) => severity === 'high' || severity === 'critical');
  return { lines: found.map(({ line }) => line), passed: grave.length === 0 ? 1 : 0, failed: grave.length };
}

if (import.meta.main) {
  const text = await new Promise<string>((resolve) => {
    // A finding also ends with an exit code other than 0: only the output distinguishes it from a failure.
    execFile(
      'npm',
      ['audit', '--omit=dev', '--json'],
      { cwd: root, timeout: 60_000, maxBuffer: 2 ** 26 },
      (_error, stdout) => resolve(stdout),
    );
  });
  const { lines, passed, failed } = auditOutcome(text, process.argv.includes('--release'));
  for (const line of lines) console.log(line);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
