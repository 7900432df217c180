import { type Cell, isExpected, type MatrixRow, matrixRoles } from './access-matrix.ts';

/** What the server answered to a role. */
export interface MatrixAnswer {
  readonly status: number;
  /** Of the envelope; 0 where there is none. */
  readonly code: number;
}
/** Answers by role, of each call. */
export type MatrixAnswers = ReadonlyMap<MatrixRow, ReadonlyMap<string, MatrixAnswer>>;

const marks: Readonly<Record<Cell, string>> = { open: '*', login: '+', granted: 'x', refused: '.' };
const width = 11;
const groupOf = ({ call }: MatrixRow): string => call.path.split('/').slice(0, 4).join('/');

function lineOf(row: MatrixRow, answers: ReadonlyMap<string, MatrixAnswer> | undefined): [string, number] {
  let wrong = 0;
  const cells = matrixRoles.map((role) => {
    const cell = row.cells[role] ?? 'refused';
    const answer = answers?.get(role);
    const isRight = answer !== undefined && isExpected(cell, answer.status, answer.code);
    if (!isRight) wrong++;
    return `${marks[cell]}${isRight ? '' : ` ${answer ? answer.code || answer.status : '-'}!`}`.padEnd(width);
  });
  return [`  ${row.call.path.padEnd(52)}${cells.join('')}${row.codes.join(' ')}`, wrong];
}

/** The matrix as text, by group of calls, with every answer that differs from it; the last line counts those. */
export function matrixTable(rows: readonly MatrixRow[], answers: MatrixAnswers): string {
  const heads = matrixRoles.map((role) => role.slice(0, width - 1).padEnd(width)).join('');
  const lines = [`${'call'.padEnd(54)}${heads}function`];
  let [group, wrong] = ['', 0];
  for (const row of rows) {
    const [line, more] = lineOf(row, answers.get(row));
    if (groupOf(row) !== group) lines.push('', (group = groupOf(row)));
    lines.push(line);
    wrong += more;
  }
  const granted = matrixRoles.map((role) => `${role} ${rows.filter(({ cells }) => cells[role] === 'granted').length}`);
  lines.push(
    '',
    'x granted, . refused, + every signed-in user, * everybody; a number with ! is an answer that differs.',
  );
  lines.push(`Guarded calls granted: ${granted.join(', ')}`);
  lines.push(`${rows.length} calls × ${matrixRoles.length} roles: ${wrong} wrong`);
  return `${lines.join('\n')}\n`;
}
