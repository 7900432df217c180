import fc from 'fast-check';
import { machines } from '@wheelhouse/entities/machines';
import { commandStates } from '@wheelhouse/contract/device/payloads';
import { expect, test } from 'vitest';
import { afterAnswer, isTerminal, type CommandState } from '../../src/modules/control/state.ts';

/** Steps of the state table, by number; a device that answers all at once takes two of them together. */
const allowed = new Set(
  machines['SM-Command'].transitions.flatMap(({ from, to }) => from.map((one) => `${one}>${to}`)).concat('1>3', '5>3'),
);
const answer = fc.record({
  state: fc.constantFrom(...commandStates),
  code: fc.integer({ min: -3, max: 9 }),
  at: fc.integer({ min: 1, max: 1e6 }),
});
const start = fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7).map((status): CommandState => ({
  status,
  ackTime: status === 2 || status === 3 ? 1 : null,
  finishTime: isTerminal(status) ? 1 : null,
  resultCode: isTerminal(status) ? 'X' : null,
  late: 0,
}));

test('whatever a device says, and how often, a command takes only the steps of its state table', () => {
  fc.assert(
    fc.property(start, fc.array(answer, { maxLength: 20 }), (first, answers) => {
      let state = first;
      for (const { state: answer, code, at } of answers) {
        const next = afterAnswer(state, answer, code, at);
        if (next.status !== state.status) expect(allowed).toContain(`${state.status}>${next.status}`);
        if (isTerminal(state.status) && state.status !== 5) expect(next).toBe(state);
        expect(next.late).toBe(state.status === 5 && next.status === 3 ? 1 : state.late);
        expect(next.finishTime !== null).toBe(isTerminal(next.status));
        expect(next.resultCode !== null).toBe(isTerminal(next.status));
        if (next.status === 2 || next.status === 3) expect(next.ackTime).not.toBeNull();
        state = next;
      }
    }),
    { numRuns: 2_000 },
  );
});

test('repeating what was said changes nothing more', () => {
  fc.assert(
    fc.property(start, fc.array(answer, { maxLength: 10 }), (first, answers) => {
      const run = (state: CommandState, list: typeof answers) =>
        list.reduce((so, { state: answer, code, at }) => afterAnswer(so, answer, code, at), state);
      const once = run(first, answers);
      const twice = answers.flatMap((one) => [one, one]);
      expect(run(first, twice)).toEqual(once);
    }),
  );
});
