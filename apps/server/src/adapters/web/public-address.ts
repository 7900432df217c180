import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not reachable on the public internet (IANA special-purpose registry). */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** Parts of the global IPv6 range that embed other addresses or are for documentation. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const blocked = new BlockList();
for (const [network, bits] of specialV4) blocked.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of specialV6) blocked.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the public internet: not private, local, reserved or embedded in another address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked.check(address, 'ipv4');
  return family === 6 && global.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}
