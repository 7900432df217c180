/**
 * The same load on one, two and three processes behind haproxy, in one run: lists that people read, then telemetry of 300 devices. Processes, load,
 * haproxy and PostgreSQL share the cores of this machine, so that the ratios say what another process costs and gains here, not what it would on a
 * machine of its own. `npm run bench -- processes [--seconds 8]`
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEmbedded } from '../apps/server/src/db/embedded.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { haproxyProgram } from '../apps/server/test/support/haproxy.ts';
import { signIn } from '../test/cluster/http.ts';
import { poolOf, startInstallation } from '../test/cluster/installation.ts';
import { addVehicles, imeiOf, secretOf } from './devices.ts';
import { runLoad } from './gateway-rig.ts';
import { load } from './load.ts';

const { values: args } = parseArgs({ options: { seconds: { type: 'string', default: '8' } } });
const seconds = Number(args.seconds);
const counts = [1, 2, 3] as const;
const devices = 300;
/** As many as one user may have running at one process. */
const connections = 6;
const log = pino({ level: 'fatal' });

interface Measured {
  readonly processes: number;
  readonly lists: number;
  readonly listP99: number;
  readonly messages: number;
  readonly messageP99: number;
  readonly failed: number;
}

async function measure(databaseUrl: string, dir: string, processes: number): Promise<Measured> {
  const roles = Array.from({ length: processes }, () => 'api,gateway');
  const installation = await startInstallation({ databaseUrl, dir, roles });
  try {
    const { http, mqtt } = installation.balancer;
    const token = await signIn(http, installation.adminPassword);
    const shot = {
      path: '/veh/crm/vehicle/list',
      body: { pageSize: 20 },
      headers: { authorization: `Bearer ${token}` },
    };
    const read = () => load(`http://127.0.0.1:${http}`, () => shot, { connections, seconds });
    await read();
    const lists = await read();
    const imeis = Array.from({ length: devices }, (_, n) => imeiOf(processes * devices + n));
    const said = await runLoad({
      port: mqtt,
      devices: imeis.map((imei) => ({ imei, secret: secretOf(imei) })),
      seconds,
      window: 10,
      samples: 1,
    });
    return {
      processes,
      lists: lists.rate,
      listP99: lists.p99,
      failed: lists.failed,
      messages: said.acked / said.seconds,
      messageP99: said.p99,
    };
  } finally {
    await installation.stop();
  }
}

if (haproxyProgram === undefined) {
  console.log('left out: there is no haproxy on this machine');
  process.exit(0);
}
const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-processes-'));
// The database runs as somebody else when started by root.
chmodSync(dir, 0o755);
const database = await startEmbedded({ dir: join(dir, 'pg'), log });
const pool = poolOf(database.url);
const measured: Measured[] = [];
try {
  await migrate({ url: database.url, log });
  await addVehicles(
    pool,
    Array.from({ length: devices * counts.length }, (_, n) => imeiOf(devices + n)),
  );
  for (const count of counts) measured.push(await measure(database.url, dir, count));
} finally {
  await pool.end();
  await database.stop();
  rmSync(dir, { recursive: true, force: true });
}
const [one] = measured;
const times = (value: number, base = 1) => `${Math.round((value / base) * 100) / 100} ×`;
console.log(`${availableParallelism()} cores for everything`);
console.table(
  Object.fromEntries(
    measured.map((each) => [
      `${each.processes} process${each.processes === 1 ? '' : 'es'}`,
      {
        'lists /s': Math.round(each.lists),
        'to one': times(each.lists, one?.lists),
        'p99, ms': Math.round(each.listP99),
        'messages /s': Math.round(each.messages),
        'to one process': times(each.messages, one?.messages),
        'ack p99, ms': each.messageP99,
        failed: each.failed,
      },
    ]),
  ),
);
process.exit(measured.every(({ failed }) => failed === 0) ? 0 : 1);
