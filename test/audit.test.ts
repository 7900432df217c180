import { expect, test } from 'vitest';
import { auditOutcome } from '../scripts/audit.ts';

const answer = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: {} } });
const finding = (severity: string) => ({ severity, range: '<1.2.3', via: [{ title: 'Bad parsing' }, 'left-pad'] });

test.each([
  ['nothing found', answer({}), { passed: 1, failed: 0, lines: [] }],
  [
    'moderate ones are told and pass',
    answer({ a: finding('moderate') }),
    { passed: 1, failed: 0, lines: ['moderate: a <1.2.3 (Bad parsing; left-pad)'] },
  ],
  [
    'high and critical ones fail',
    answer({ a: finding('high'), b: finding('critical'), c: finding('low') }),
    { passed: 0, failed: 2 },
  ],
  [
    'a registry without the call fails nothing',
    '{"message":"405 Method Not Allowed","statusCode":405,"error":{}}',
    { passed: 0, failed: 0, lines: ['not reachable: 405 Method Not Allowed'] },
  ],
  ['nor does no answer at all', '', { passed: 0, failed: 0, lines: ['not reachable: no answer'] }],
  [
    'nor one that is no JSON',
    'npm error network',
    { passed: 0, failed: 0, lines: ['not reachable: npm error network'] },
  ],
])('%s', (_name, text, expected) => {
  expect(auditOutcome(text)).toMatchObject(expected);
});
