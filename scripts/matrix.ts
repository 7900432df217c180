/**
 * Prints who may call what in a new installation, as the function tree and the seed roles say: `npm run matrix`, or with a part of a path,
 * a function code or a role: `npm run matrix -- sysUser`. apps/server/test/access/matrix.test.ts holds the server to it.
 */
import { accessMatrix, type Cell, matrixRoles } from '../apps/server/src/modules/access/matrix.ts';
import { calls } from '../apps/server/src/modules/index.ts';

const marks: Readonly<Record<Cell, string>> = { open: '*', login: '+', granted: 'x', refused: '.' };
const [wanted] = process.argv.slice(2);
const rows = accessMatrix(calls).filter(
  ({ call, codes, cells }) =>
    wanted === undefined ||
    call.path.includes(wanted) ||
    codes.some((code) => code.includes(wanted)) ||
    cells[wanted] === 'granted',
);

const width = Math.max(...rows.map(({ call }) => call.path.length), 4) + 1;
const heads = matrixRoles.map((role) => role.slice(0, 9).padEnd(10));
console.log(`${'call'.padEnd(width + 6)}${heads.join('')}function`);
for (const { call, codes, cells } of rows) {
  const marked = matrixRoles.map((role) => marks[cells[role] ?? 'refused'].padEnd(10));
  console.log(`${call.method.padEnd(5)} ${call.path.padEnd(width)}${marked.join('')}${codes.join(' ')}`);
}
const granted = matrixRoles.map((role) => `${role} ${rows.filter(({ cells }) => cells[role] === 'granted').length}`);
console.log(
  `\n${rows.length} calls. x granted, . refused, + every signed-in user, * everybody. Guarded calls granted: ${granted.join(', ')}`,
);
