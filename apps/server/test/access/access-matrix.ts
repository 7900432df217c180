import { adminRole, functionsOf, seedRoles } from '@wheelhouse/entities/access/seed-roles';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import type { Call } from '../../src/http/call.ts';

/** Whether a role gets into a call: everybody does (`open`), who is signed in, who holds a function that guards it, or not. */
export type Cell = 'open' | 'login' | 'granted' | 'refused';

export interface MatrixRow {
  readonly call: Call;
  /** Function codes of which one is enough; none where every signed-in user may call. */
  readonly codes: readonly string[];
  readonly cells: Readonly<Record<string, Cell>>;
}

/** Roles of a new installation, the administrator first. */
export const matrixRoles: readonly string[] = [adminRole.roleCode, ...seedRoles.map((role) => role.roleCode)];

const held = new Map(seedRoles.map((role) => [role.roleCode, functionsOf(role)]));

/** Sheets of people take this right besides the button. */
const ofSheets = 'privacy.export';
const sheetsOfPeople: ReadonlySet<string> = new Set([
  '/user/crm/userTag/export',
  ...Object.values(entities)
    .map(plain)
    .filter((entity) => entity.exportsPeople === true && entity.calls.includes('export'))
    .map((entity) => pathOfCall(entity, 'export')),
]);

function cellOf({ access: declared, path }: Pick<Call, 'access' | 'path'>, role: string): Cell {
  const access = typeof declared === 'string' ? [declared] : declared;
  if (access.includes('public')) return 'open';
  if (access.includes('login')) return 'login';
  if (role === adminRole.roleCode) return 'granted';
  const rights = held.get(role);
  if (sheetsOfPeople.has(path) && rights?.has(ofSheets) !== true) return 'refused';
  return access.some((code) => rights?.has(code)) ? 'granted' : 'refused';
}

/** Whether an answer is what the matrix says, by its status and the code of its envelope. */
export function isExpected(cell: Cell, status: number, code: number): boolean {
  if (status >= 500) return false;
  if (cell === 'refused') return code === 1003;
  return cell === 'granted' ? code !== 1003 && status !== 401 : cell === 'open' || status !== 401;
}

/**
 * Every call of the console × every role that an installation starts with, as declared by the calls and the grants of the roles; nothing of a
 * running server. The app's and the devices' calls have proofs of their own.
 */
export function accessMatrix(calls: readonly Call[]): MatrixRow[] {
  return calls
    .filter((call) => call.proof === undefined)
    .map((call) => {
      const access = typeof call.access === 'string' ? [call.access] : call.access;
      const codes = access.filter((code) => code !== 'public' && code !== 'login');
      return { call, codes, cells: Object.fromEntries(matrixRoles.map((role) => [role, cellOf(call, role)])) };
    })
    .toSorted((a, b) => (a.call.path < b.call.path ? -1 : 1));
}
