import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { tempDir } from '../support/temp.ts';
import { calls, createSessions } from './fixture.ts';

const dir = tempDir();
const page = '<!doctype html><title>console</title>';
const script = 'export const n = 1;'.repeat(100);
let server: TestApp;

beforeAll(async () => {
  mkdirSync(join(dir, 'assets'));
  mkdirSync(join(dir, 'basemap'));
  writeFileSync(join(dir, 'index.html'), page);
  writeFileSync(join(dir, 'assets/app-1a2b.js'), script);
  writeFileSync(join(dir, 'assets/app-1a2b.js.br'), brotliCompressSync(script));
  writeFileSync(join(dir, 'basemap/china.json'), '{}');
  server = await createTestApp({
    platform: { calls, createSessions },
    consoleDir: dir,
    env: { MAP_TILES_URL: 'https://tiles.example/{z}.pbf' },
  });
});
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.http.inject({ method: 'GET', url, headers });

test.each(['/', '/vehicleManage/list', '/orders/12'])(
  'a browser opening %s gets the page, with its safety headers',
  async (url) => {
    const answer = await get(url, { accept: 'text/html,*/*' });
    expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: page });
    expect(answer.headers['cache-control']).toBe('no-cache');
    for (const name of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'x-frame-options'])
      expect(answer.headers[name]).toBeTruthy();
  },
);

test('the content policy allows nothing from elsewhere but the configured map', async () => {
  const policy = String((await get('/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy.match(/https?:\/\/[^\s;]+/g)).toEqual(['https://tiles.example', 'https://tiles.example']);
});

test('hashed files are kept for ever, packed where they are packed', async () => {
  const plain = await get('/assets/app-1a2b.js');
  expect({ body: plain.body, cache: plain.headers['cache-control'] }).toEqual({
    body: script,
    cache: 'public, max-age=31536000, immutable',
  });
  const packed = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(String(packed.headers['content-type'])).toMatch(/javascript/);
  expect((await get('/basemap/china.json')).headers['cache-control']).toBe('public, max-age=86400');
});

test('a hashed file carries no header that says nothing about it', async () => {
  const { headers } = await get('/assets/app-1a2b.js', { 'accept-encoding': 'gzip, br' });
  // Those of every HTTP answer (date, connection) come from outside; an injected one has them too.
  expect(Object.keys(headers).toSorted()).toEqual(
    ['cache-control', 'connection', 'content-encoding', 'content-length', 'content-type', 'date', 'vary']
      .concat('x-content-type-options')
      .toSorted(),
  );
});

test('a missing file or call is not answered with the page', async () => {
  for (const url of ['/assets/gone-9f.js', '/basemap/none.json', '/favicon.ico']) {
    expect((await get(url, { accept: 'text/html,*/*' })).json()).toMatchObject({ code: 1013 });
  }
  expect((await get('/veh/crm/vehicle/none')).json()).toMatchObject({ code: 1013 });
});

test.each(['/..%2f..%2fetc%2fpasswd', '/assets/..%2f..%2f..%2fetc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/.env'])(
  '%s does not leave the folder',
  async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.json().code).not.toBe(0);
  },
);
