import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { probe } from '../../src/adapters/web/probe.ts';
import { isPublicAddress } from '../../src/adapters/web/public-address.ts';
import { site } from '../support/site.ts';

const redirectTo =
  (location: string): RequestListener =>
  (_request, response) =>
    response.writeHead(302, { location }).end();
const isAllowed = (address: string) => address === '127.0.0.1';

describe('a link check', () => {
  test.each([200, 204, 404, 503])('reports status %i of a HEAD request', async (status) => {
    const { url, seen } = await site((_request, response) => response.writeHead(status).end());
    expect(await probe(`${url}/a?b=1`, { isAllowed })).toEqual({ status });
    expect(seen).toEqual(['HEAD /a?b=1']);
  });

  test('follows three redirects and no more', async () => {
    const { url, seen } = await site((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.writeHead(200).end();
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    expect(await probe(`${url}/3`, { isAllowed })).toEqual({ status: 200 });
    expect(seen).toEqual(['HEAD /3', 'HEAD /2', 'HEAD /1', 'HEAD /0']);
    expect(await probe(`${url}/4`, { isAllowed })).toEqual({ failure: 'redirects' });
  });

  test('does not connect to a private address, given or redirected to', async () => {
    const inner = await site((_request, response) => response.writeHead(200).end(), '127.0.0.2');
    expect(await probe(inner.url, { isAllowed })).toEqual({ failure: 'notPublic' });
    const outer = await site(redirectTo(inner.url));
    expect(await probe(outer.url, { isAllowed })).toEqual({ failure: 'notPublic' });
    const named = await site(redirectTo(`http://inner.example:${inner.port}/`));
    const resolve = async () => [{ address: '127.0.0.2', family: 4 }];
    expect(await probe(named.url, { isAllowed, resolve })).toEqual({ failure: 'notPublic' });
    expect(inner.seen).toEqual([]);
  });

  test('connects to the address that was checked, whatever the name resolves to later', async () => {
    const open = await site((_request, response) => response.writeHead(200).end());
    const answers = ['127.0.0.1', '127.0.0.2'];
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: answers[asked.length - 1] ?? '127.0.0.2', family: 4 }];
    };
    expect(await probe(`http://rebind.example:${open.port}/`, { isAllowed, resolve })).toEqual({ status: 200 });
    expect(asked).toEqual(['rebind.example']);
    expect(open.seen).toHaveLength(1);
  });

  test('refuses a name when one of its addresses is private', async () => {
    const open = await site((_request, response) => response.writeHead(200).end());
    const resolve = async () => ['127.0.0.1', '10.0.0.1'].map((address) => ({ address, family: 4 }));
    expect(await probe(`http://mixed.example:${open.port}/`, { isAllowed, resolve })).toEqual({ failure: 'notPublic' });
    expect(open.seen).toEqual([]);
  });

  test('ends with a time-out, on oversized headers and on a closed port', async () => {
    const silent = await site(() => undefined);
    expect(await probe(silent.url, { isAllowed, timeoutMs: 300 })).toEqual({ failure: 'timeout' });
    const large = await site((_request, response) => response.writeHead(200, { 'x-fill': 'x'.repeat(20_000) }).end());
    expect(await probe(large.url, { isAllowed })).toEqual({ failure: 'unreachable' });
    expect(await probe('http://127.0.0.1:1/', { isAllowed })).toEqual({ failure: 'unreachable' });
  });

  test('does not follow a redirect to another scheme', async () => {
    const { url } = await site(redirectTo('file:///etc/passwd'));
    expect(await probe(url, { isAllowed })).toEqual({ status: 302 });
  });
});

test.each([
  ['8.8.8.8', true],
  ['114.114.114.114', true],
  ['2400:3200::1', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['ff02::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:db8::1', false],
  ['localhost', false],
])('%s: public %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});
