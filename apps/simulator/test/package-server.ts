import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { firmwareBin, firmwareVersionCode } from '@wheelhouse/contract/firmware';
import type { OtaDownlink } from '@wheelhouse/contract/device/payloads';
import { Ota, type OtaContext, type OtaStep } from '../src/ota/client.ts';
import { noMishaps } from '../src/ota/dice.ts';
import { midnight, vehicleOf } from './fixture.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
export const releaseKey = publicKey;

export const version = 'V2.4.0';
export const file = Buffer.from(
  firmwareBin(
    {
      packageType: 1,
      deviceType: 1,
      partModel: 'ZK3',
      versionCode: firmwareVersionCode(version) ?? 0,
      baseVersionCode: 0,
    },
    Buffer.alloc(200_000, 'ZK3 V2.4.0\n'),
  ),
);
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const signatureOf = (bytes: Buffer): string =>
  `ed25519:${sign(null, Buffer.from(sha256Of(bytes), 'hex'), privateKey).toString('base64')}`;

/** Answers a request in its place; true when it did. */
export type Trouble = (response: ServerResponse, from: number) => boolean;

/** Hands out a package in ranges, with whatever troubles. */
export async function startPackages(bytes = file, trouble: Trouble = () => false) {
  const asked: number[] = [];
  const server = createServer((request, response) => {
    const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    asked.push(Number(from));
    if (trouble(response, Number(from))) return;
    const piece = bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(206, {
      'content-range': `bytes ${from}-${Number(from) + piece.length - 1}/${bytes.length}`,
      'content-length': piece.length,
    });
    response.end(piece);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** First bytes of the ranges that were asked for. */
    asked,
    url: `http://127.0.0.1:${port}/package`,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const standing = (n = 1) => {
  for (;;) {
    const vehicle = vehicleOf(n, { parts: [{ deviceType: 1, model: 'ZK3', hardware: 'V1.3', software: 'V2.3.1' }] });
    if (!vehicle.riding) return vehicle;
    n += 1;
  }
};

export function jobOf(url: string, more: Partial<OtaDownlink['pkgs'][number]> = {}, job = 'J1'): OtaDownlink {
  const pkg = {
    ecu: 'VCU',
    ver: version,
    url,
    size: file.length,
    sha256: sha256Of(file),
    sig: signatureOf(file),
    ...more,
  };
  return { v: 1, job, pkgs: [pkg] };
}

const finals = ['rejected', 'succeeded', 'failed', 'rolledBack'];

/** A vehicle's client with a network of no pauses. `ended` resolves with all steps when a job has come to its end. */
export function clientOf(more: Partial<OtaContext> = {}) {
  const steps: OtaStep[] = [];
  const events: string[] = [];
  const ended = Promise.withResolvers<void>();
  const vehicle = more.vehicle ?? standing();
  const ota = new Ota({
    vehicle,
    keys: [releaseKey],
    mishaps: noMishaps,
    network: { bytesPerSecond: 1e9, breakChance: 0, pauseMs: 1 },
    pace: 10_000,
    now: () => midnight,
    signal: new AbortController().signal,
    renew: async () => undefined,
    reboot: async () => {
      events.push('reboot');
      await sleep(1);
    },
    say: (step) => {
      steps.push(step);
      events.push(step.st);
      if (finals.includes(step.st)) ended.resolve();
      return true;
    },
    ...more,
  });
  return { ota, vehicle, steps, events, ended: ended.promise };
}
