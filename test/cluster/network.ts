import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ipProgram = ['/usr/sbin/ip', '/sbin/ip', '/usr/bin/ip'].find((path) => existsSync(path));
const run = (program: string, args: string): void => void execFileSync(program, args.split(' '), { stdio: 'pipe' });
const ip = (args: string): void => run(ipProgram ?? 'ip', args);

/** Why no test network can be made here. */
export function networkLeftOut(): string | undefined {
  if (ipProgram === undefined) return 'there is no ip (iproute2) on this machine';
  return process.getuid?.() === 0 ? undefined : 'network namespaces and small disks are for root alone';
}

/** A machine of a test network: a network namespace with an address of its own, and a disk of a known size. */
export interface Host {
  readonly address: string;
  /** Before a program and its arguments. */
  readonly within: readonly string[];
  /** Folder on its disk. */
  readonly store: string;
}

/** Machines that reach each other, and this one, through one bridge. Names of devices are at most 15 characters long. */
export class TestNetwork {
  readonly #id = `wh${process.pid % 100_000}`;
  readonly #net = `10.${80 + (process.pid % 40)}.0`;
  readonly #made: Host[] = [];

  /** @param diskMb of each machine */
  constructor(dir: string, count: number, diskMb: number) {
    ip(`link add ${this.#id}b type bridge`);
    ip(`addr add ${this.#net}.254/24 dev ${this.#id}b`);
    ip(`link set ${this.#id}b up`);
    for (let n = 1; n <= count; n++) {
      const name = this.#nameOf(n - 1);
      ip(`netns add ${name}`);
      ip(`link add ${name} type veth peer name eth0 netns ${name}`);
      ip(`link set ${name} master ${this.#id}b up`);
      ip(`-n ${name} addr add ${this.#net}.${n}/24 dev eth0`);
      ip(`-n ${name} link set eth0 up`);
      ip(`-n ${name} link set lo up`);
      const store = join(dir, name);
      mkdirSync(store, { recursive: true });
      run('mount', `-t tmpfs -o size=${diskMb}m tmpfs ${store}`);
      this.#made.push({ address: `${this.#net}.${n}`, within: [ipProgram ?? 'ip', 'netns', 'exec', name], store });
    }
  }

  get hosts(): readonly Host[] {
    return this.#made;
  }

  #nameOf = (place: number): string => `${this.#id}n${place + 1}`;

  /** It and the other machines no longer reach each other; this machine, and whoever comes through it, still reaches all of them. */
  cut(place: number): void {
    this.#routes(place, 'add');
  }
  heal(place: number): void {
    this.#routes(place, 'del');
  }
  #routes(place: number, verb: 'add' | 'del'): void {
    const own = this.#made[place]?.address;
    for (const [n, { address }] of this.#made.entries()) {
      if (n === place) continue;
      ip(`-n ${this.#nameOf(place)} route ${verb} blackhole ${address}/32`);
      ip(`-n ${this.#nameOf(n)} route ${verb} blackhole ${own}/32`);
    }
  }

  /** Nothing more fits on its disk. */
  fill(place: number): void {
    const file = this.#fillerOf(place);
    try {
      for (let size = 1; ; size++) writeFileSync(file, Buffer.alloc(1 << 20), { flag: size === 1 ? 'w' : 'a' });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
    }
  }
  empty(place: number): void {
    rmSync(this.#fillerOf(place), { force: true });
  }
  #fillerOf = (place: number): string => join(this.#made[place]?.store ?? '', 'filler');

  /** After its programs have ended. */
  remove(): void {
    for (const [n, { store }] of this.#made.entries()) {
      run('umount', `-l ${store}`);
      ip(`netns del ${this.#nameOf(n)}`);
    }
    ip(`link del ${this.#id}b`);
  }
}
