import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { parseProxyHeader, readProxyHeader } from '../../src/gateway/proxy-header.ts';

const line = (text: string) => Buffer.from(`${text}\r\n`);
/** Version 2: command and version, family and transport, addresses with what follows them. */
const binary = (command: number, family: number, addresses: string) => {
  const body = Buffer.from(addresses.replaceAll(' ', ''), 'hex');
  const head = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex');
  head.writeUInt8(command, 12);
  head.writeUInt8(family, 13);
  head.writeUInt16BE(body.length, 14);
  return Buffer.concat([head, body]);
};
const ports = 'd431 075b';
const six = '20010db8 00000000 00000000 00000001';

describe('a header', () => {
  test.each([
    ['v1', line('PROXY TCP4 203.0.113.7 10.0.0.1 54321 1883'), '203.0.113.7'],
    ['v1, IPv6', line('PROXY TCP6 2001:db8::1 2001:db8::2 54321 1883'), '2001:db8::1'],
    ['v1, of the balancer itself', line('PROXY UNKNOWN'), undefined],
    ['v2', binary(0x21, 0x11, `cb007107 0a000001 ${ports}`), '203.0.113.7'],
    ['v2, IPv6', binary(0x21, 0x21, `${six} ${six} ${ports}`), '2001:db8::1'],
    [
      'v2, with more behind the addresses',
      binary(0x21, 0x11, `cb007107 0a000001 ${ports} 03000400000000`),
      '203.0.113.7',
    ],
    ['v2, of the balancer itself', binary(0x20, 0x00, ''), undefined],
    ['v2, of a local socket', binary(0x21, 0x31, '00'.repeat(216)), undefined],
  ])('%s: is read to its end, and asked for more until then', (_name, header, address) => {
    const whole = Buffer.concat([header, Buffer.from([0x10, 0x0c])]);
    expect(parseProxyHeader(whole)).toEqual({ length: header.length, address });
    for (let n = 0; n < header.length; n++) expect(parseProxyHeader(whole.subarray(0, n))).toBeUndefined();
  });

  test.each([
    ['MQTT', Buffer.from([0x10, 0x0c, 0, 4])],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n')],
    ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(120)}`)],
    ['a name for an address', line('PROXY TCP4 localhost 10.0.0.1 54321 1883')],
    ['version 3', binary(0x31, 0x11, `cb007107 0a000001 ${ports}`)],
    ['another command', binary(0x22, 0x11, `cb007107 0a000001 ${ports}`)],
    ['one that has no end for long', binary(0x21, 0x11, '00'.repeat(2_000))],
  ])('is not: %s', (_name, bytes) => {
    expect(() => parseProxyHeader(bytes)).toThrow(RangeError);
  });
});

describe('a connection', () => {
  const servers: net.Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function connect(taken: (socket: Socket, address: string | undefined) => void): Promise<Socket> {
    const server = net.createServer((socket) => readProxyHeader(socket, (address) => taken(socket, address)));
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.setNoDelay(true).on('error', () => undefined);
    return client;
  }

  test('keeps what follows its header, whatever the pieces it comes in', async () => {
    const heard = new Promise<string>((resolve) => {
      void connect((socket, address) => socket.once('data', (part: Buffer) => resolve(`${address} ${part}`))).then(
        async (client) => {
          const header = binary(0x21, 0x11, `cb007107 0a000001 ${ports}`);
          client.write(header.subarray(0, 14));
          await once(client, 'ready');
          client.write(Buffer.concat([header.subarray(14), Buffer.from('hello')]));
        },
      );
    });
    expect(await heard).toBe('203.0.113.7 hello');
  });

  test('that begins with anything else is closed', async () => {
    const client = await connect(() => expect.unreachable());
    client.write('GET / HTTP/1.1\r\n\r\n');
    await once(client, 'close');
  });
});
