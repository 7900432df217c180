import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Call, makeCall, FileReply, RawJson } from '../../src/http/call.ts';
import type { AppBase, SessionService, SessionUser } from '../../src/http/context.ts';
import { AppError } from '../../src/http/errors.ts';

/** A user of the platform tests: they are who their token says, and hold what `rights` says. */
function userOf(id: string, rights: Partial<SessionUser> = {}): SessionUser {
  return {
    sessionId: id,
    id,
    username: id,
    realName: id,
    userType: 1,
    dealerId: null,
    organizationCode: '1',
    roleCodes: [],
    functions: new Set(),
    paths: new Set(),
    isAdmin: false,
    mustChangePwd: false,
    scope: { kind: 'all' },
    ...rights,
  };
}

/** Sessions kept in a map that tests may change. */
export const sessions = new Map<string, SessionUser>();

export function resetSessions(): void {
  sessions.clear();
  sessions.set('boss', userOf('boss', { isAdmin: true }));
  sessions.set('clerk', userOf('clerk', { paths: new Set(['/test/guarded']) }));
  sessions.set('guest', userOf('guest'));
  sessions.set('fresh', userOf('fresh', { isAdmin: true, mustChangePwd: true }));
}

export function createSessions(_app: AppBase): SessionService {
  return {
    authenticate: async (token, customId) => {
      const user = sessions.get(token);
      if (!user || (customId !== undefined && customId !== user.id))
        throw new AppError(1102, undefined, { status: 401 });
      return user;
    },
    allowed: (user, path) => user.paths.has(path),
  };
}

const form = z.object({ name: z.string().min(2).max(5), age: z.int().min(0).max(150).optional() });

export const calls: Call[] = [
  makeCall({
    method: 'POST',
    path: '/test/echo',
    access: 'login',
    body: z.unknown(),
    run: async (_ctx, input) => input,
  }),
  makeCall({
    method: 'POST',
    path: '/test/form',
    access: 'login',
    body: form,
    run: async (_ctx, input) => ({ id: input.name }),
  }),
  makeCall({
    method: 'GET',
    path: '/test/search',
    access: 'login',
    query: z.object({ page: z.coerce.number().int().default(1) }),
    run: async (_ctx, { page }) => page,
  }),
  makeCall({ method: 'POST', path: '/test/guarded', access: 'test.guarded', run: async (ctx) => ctx.user.id }),
  makeCall({ method: 'POST', path: '/test/own', access: 'login', ownAccount: true, run: async (ctx) => ctx.user.id }),
  makeCall({ method: 'POST', path: '/test/public', access: 'public', run: async (ctx) => ctx.lang }),
  makeCall({ method: 'POST', path: '/test/models/:model', access: 'login', run: async (ctx) => ctx.params['model'] }),
  makeCall({ method: 'POST', path: '/test/raw', access: 'login', run: async () => new RawJson('{"list":[1,2]}') }),
  makeCall({
    method: 'POST',
    path: '/test/large',
    access: 'login',
    run: async () => Array.from({ length: 2_000 }, (_, id) => ({ id })),
  }),
  makeCall({
    method: 'POST',
    path: '/test/refuse',
    access: 'login',
    run: async () => Promise.reject(new AppError(1004, { state: '1' })),
  }),
  makeCall({
    method: 'POST',
    path: '/test/defect',
    access: 'login',
    run: async () => Promise.reject(new TypeError('the secret reason')),
  }),
  makeCall({
    method: 'POST',
    path: '/test/sql',
    access: 'login',
    body: z.object({ text: z.string() }),
    run: async (ctx, { text }) => (await sql.raw(text).execute(ctx.app.db)).rows,
  }),
  makeCall({
    method: 'POST',
    path: '/test/upload',
    access: 'login',
    upload: { maxBytes: 1_000_000, maxFiles: 2 },
    body: z.object({ note: z.string() }),
    run: async (ctx, { note }) => ({
      note,
      files: await Promise.all(
        ctx.files.map(async (file) => ({ ...file, start: (await readFile(file.path, 'utf8')).slice(0, 10) })),
      ),
    }),
  }),
  makeCall({
    method: 'GET',
    path: '/test/file',
    access: 'public',
    query: z.object({ name: z.string(), from: z.enum(['path', 'stream', 'missing']) }),
    run: async (_ctx, { name, from }) => {
      const path = import.meta.filename;
      const head = { fileName: name, contentType: 'text/plain' };
      if (from === 'stream') return new FileReply({ ...head, content: createReadStream(path) });
      return new FileReply({ ...head, path: from === 'path' ? path : `${path}.none` });
    },
  }),
];
