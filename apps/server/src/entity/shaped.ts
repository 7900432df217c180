import type { z, ZodType } from 'zod';
import { makeCall, type Call } from '../http/call.ts';
import type { CallContext } from '../http/context.ts';

/** What a standard call takes and does; path, rights and summary are the same for all. */
export type CallBody = Pick<Call, 'method' | 'body' | 'query' | 'upload' | 'run'>;

export const shaped = <Body extends ZodType>(
  body: Body,
  run: (ctx: CallContext, input: z.output<Body>) => Promise<unknown>,
): CallBody =>
  makeCall({
    method: 'POST',
    path: '',
    access: 'login',
    body,
    run: (ctx, input) => run(ctx, input as z.output<Body>),
  });
