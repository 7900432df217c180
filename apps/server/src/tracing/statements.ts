import { finished, Readable, Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { isTracing, kindOf, markFailed, type Round, runningRound, type Span, SpanKind, startSpan } from './spans.ts';
import { describeSql } from './sql-text.ts';

type Send = (args: readonly unknown[]) => unknown;

/** Statements of a connection become spans of whatever runs them, if it is traced: what they are, how many rows, never a value. */
export function traceStatements(client: PoolClient): void {
  if (!isTracing()) return;
  // Of many forms, which are not told apart here.
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const send: Send = (args) => Reflect.apply(query, client, args);
  Reflect.set(client, 'query', (...args: unknown[]): unknown => {
    const statement = begin(args[0]);
    return statement === undefined ? send(args) : traced(statement, send, args);
  });
}

interface Statement {
  readonly span: Span;
  readonly writes: boolean;
  readonly round: Round | undefined;
}

/** Statements are texts, configurations, or objects that send themselves, such as a COPY. */
function sqlOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  return typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : undefined;
}

function begin(given: unknown): Statement | undefined {
  const span = startSpan('SQL', { kind: SpanKind.CLIENT });
  if (span === undefined) return undefined;
  const { name, text, writes } = describeSql(sqlOf(given) ?? '');
  span.updateName(name).setAttributes({ 'db.system.name': 'postgresql', 'db.query.summary': name });
  if (text !== undefined) span.setAttribute('db.query.text', text);
  return { span, writes, round: runningRound() };
}

function rowsOf(result: unknown): number {
  if (typeof result !== 'object' || result === null || !('rowCount' in result)) return 0;
  return Number(result.rowCount ?? 0);
}

function end({ span, writes, round }: Statement, error: unknown, result?: unknown): void {
  if (error !== undefined && error !== null) {
    markFailed(span, error);
    span.setAttribute('db.response.status_code', kindOf(error));
  } else span.setAttribute('db.response.returned_rows', rowsOf(result));
  if (round && writes && rowsOf(result) > 0) round.worked = true;
  span.end();
}

/** Runs a statement with the span's end added to whichever way it answers. */
function traced(statement: Statement, send: Send, args: readonly unknown[]): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    const answered = (error: unknown, result: unknown): unknown => {
      end(statement, error, result);
      return callback(error, result);
    };
    return send([...args.slice(0, -1), answered]);
  }
  const answer: unknown = send(args);
  if (answer instanceof Promise)
    answer.then(
      (result) => end(statement, undefined, result),
      (error: unknown) => end(statement, error),
    );
  else if (answer instanceof Writable || answer instanceof Readable)
    finished(answer, (error) => end(statement, error, answer));
  else end(statement, undefined);
  return answer;
}
