import { expect, test } from 'vitest';
import { auditOutcome } from '../scripts/audit.ts';

const answer = (vulnerabilities: object) => JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: {} } });
const finding = (severity: string) => ({ severity, range: '<1.2.3', via: [{ title: 'Bad parsing' }, 'left-pad'] });

test.each([
  ['nothing found', answer({}), { passed: 1, failed: 0, lines: [] }],
  [
    'moderate ones are reported and pass',
    answer({ a: finding('moderate') }),
    { passed: 1, failed: 0, lines: ['moderate: a <1.2.3 (Bad parsing; left-pad)'] },
  ],
  [
    'high and critical ones fail',
    answer({ a: finding('high'), b: finding('critical'), c: finding('low') }),
    { passed: 0, failed: 2 },
  ],
  [
    'a registry without the call checks nothing',
    '{"message":"405 Method Not Allowed","statusCode":405,"error":{}}',
    { passed: 0, failed: 0, lines: ['not checked: 405 Method Not Allowed'] },
  ],
  ['no answer at all checks nothing', '', { passed: 0, failed: 0, lines: ['not checked: no answer'] }],
  ['nor one that is no JSON', 'npm error network', { passed: 0, failed: 0, lines: ['not checked: npm error network'] }],
])('%s', (_name, text, expected) => {
  expect(auditOutcome(text)).toMatchObject(expected);
});

test('a release needs an answer', () => {
  expect(auditOutcome('', true)).toMatchObject({ passed: 0, failed: 1, lines: ['not checked: no answer'] });
  expect(auditOutcome(answer({}), true)).toMatchObject({ passed: 1, failed: 0 });
});
