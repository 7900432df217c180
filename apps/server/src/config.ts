import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { type BrokerConfig, brokerVariables, readBroker } from './config-broker.ts';
import { databaseVariables } from './config-database.ts';
import { type ExpressConfig, expressVariables, readExpress } from './config-express.ts';
import { type MailConfig, mailVariables, readMail } from './config-mail.ts';
import { type PayConfig, payVariables, readPay } from './config-pay.ts';
import { type S3Config, s3Of, storageVariables } from './config-storage.ts';
import { readTracing, type TracingConfig, tracingVariables } from './config-tracing.ts';
import {
  ConfigError,
  type FirmwareKey,
  partnerOf,
  type PartnerConfig,
  providerVariables,
  readFirmwareKeys,
  readProgram,
  readProviders,
  urlOf,
  type Providers,
} from './config-parts.ts';

export { ConfigError, type FirmwareKey, type PartnerConfig } from './config-parts.ts';
export { type S3Config } from './config-storage.ts';
export { readSecrets, type Secrets } from './config-secrets.ts';

export const roleNames = ['api', 'gateway', 'worker'] as const;
export type Role = (typeof roleNames)[number];

const port = z.coerce.number().int().min(0).max(65_535);
const count = (max: number) => z.coerce.number().int().min(0).max(max);
const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');

const key = z
  .string()
  .transform((value) => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64'))
  .refine(({ length }) => length === 32, 'must be 32 bytes in hex or base64');

const roleList = z.string().transform((value, ctx) => {
  const roles = value.split(',').map((part) => part.trim());
  const unknown = roles.find((role) => !roleNames.some((name) => name === role));
  if (unknown !== undefined)
    ctx.addIssue({ code: 'custom', message: `may name ${roleNames.join(', ')}, not "${unknown}"` });
  return new Set(roleNames.filter((role) => roles.includes(role)));
});

/** The variables, as documented in docs/operations.md. An empty value counts as not given. */
const variables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(8080),
  DATA_DIR: z.string().default('./data'),
  ...databaseVariables,
  MQTT_PORT: port.default(1883),
  ...brokerVariables,
  MQTT_TLS_PORT: port.default(8883),
  MQTT_TLS_CERT: z.string().optional(),
  MQTT_TLS_KEY: z.string().optional(),
  SEED: z.enum(['demo', 'none']).default('demo'),
  BUILD_ID: z
    .string()
    .regex(/^[\w.+-]{1,40}$/)
    .optional(),
  SIMULATOR: count(100_000).optional(),
  SIMULATOR_OWNERS: flag.default(true),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have 8 characters or more')
    .max(64, 'must have 64 characters or fewer')
    .optional(),
  ROLES: roleList.default(new Set(roleNames)),
  ...storageVariables,
  TRACK_RETENTION_DAYS: z.coerce.number().int().min(7).max(3_650).default(180),
  LOG_RETENTION_DAYS: z.coerce.number().int().min(180).max(36_500).default(1_095),
  UPLOAD_DAILY_MB: z.coerce.number().int().min(1).max(1_000_000).default(1_024),
  UPLOAD_DAILY_FILES: z.coerce.number().int().min(1).max(1_000_000).default(2_000),
  UPLOAD_FREE_FLOOR_MB: count(100_000_000).default(1_024),
  PDF_PAGE_SECONDS: z.coerce.number().min(0.2).max(60).default(10),
  PRIZE_TAX_ABOVE_FEN: count(5_000_000).default(0),
  FFMPEG: z.string().optional(),
  SECRET_KEY: key.optional(),
  APP_TOKEN_KEY: key.optional(),
  PORTAL_KEY: z.string().min(32, 'must have 32 characters or more').optional(),
  XP_URL: urlOf('http', 'https').optional(),
  XP_TOKEN: z.string().optional(),
  SAP_URL: urlOf('http', 'https').optional(),
  SAP_USER: z.string().optional(),
  SAP_PASSWORD: z.string().optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  DOCS: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  AMAP_KEY: z
    .string()
    .regex(/^\w{1,64}$/, 'must be a key of letters and digits')
    .optional(),
  MAP_TILES_URL: urlOf('http', 'https', 'pmtiles').optional(),
  MAP_REVIEW_NUMBER: z.string().trim().min(1).max(40).optional(),
  TRUST_PROXY: flag.default(false),
  DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(0),
  PUBLIC_URL: urlOf('http', 'https').optional(),
  FIRMWARE_KEYS: z.string().optional(),
  ...providerVariables,
  ...expressVariables,
  ...mailVariables,
  ...payVariables,
  ...tracingVariables,
});

/** Every variable that a process reads. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

/** Settings of this process, checked. Built by `readConfig`. */
export interface Config extends BrokerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute folder of the embedded database, uploads and generated keys. */
  readonly dataDir: string;
  /** Of one server or, with several hosts, of those of a cluster; absent: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Of replicas, where lists, exports and statistics are read; absent: at the primary. */
  readonly databaseReadUrl: string | undefined;
  readonly databasePool: number;
  readonly mqttPort: number;
  /** Files of certificate and key; absent: no TLS listener. */
  readonly mqttTls: { readonly port: number; readonly cert: string; readonly key: string } | undefined;
  /** Public keys that firmware may be signed with; absent: none, and with demo data a key of its own. */
  readonly firmwareKeys: readonly FirmwareKey[] | undefined;
  readonly seed: 'demo' | 'none';
  /** What the process was built from, where it has no checkout to read it from. */
  readonly buildId: string | undefined;
  /** Without demo data it is somebody's business: what is open or lenient for trying it out is closed. */
  readonly production: boolean;
  /** Vehicles of the simulated fleet. */
  readonly simulator: number;
  /** Owners of simulated vehicles use the app; never without demo data. */
  readonly simulatorOwners: boolean;
  readonly adminPassword: string | undefined;
  readonly roles: ReadonlySet<Role>;
  /** `file:///folder` or `s3://…`. */
  readonly storageUrl: string;
  /** Present with `s3://…`. */
  readonly s3: S3Config | undefined;
  /** Days that telemetry and the coordinates of trips are kept. */
  readonly trackRetentionDays: number;
  /** Days that login, operation and sensitive-access logs are kept; never less than 180. */
  readonly logRetentionDays: number;
  /** What one user may upload on a day, all uses together. */
  readonly uploadDailyMb: number;
  readonly uploadDailyFiles: number;
  /** Uploads are refused when less would stay free on the disk; 0: no floor. */
  readonly uploadFreeFloorMb: number;
  /** Seconds of work on one page of a PDF before the document is refused. */
  readonly pdfPageSeconds: number;
  /** Market price, fen, above which income tax is withheld from who wins a prize. */
  readonly prizeTaxAboveFen: number;
  /** Program that makes covers of videos; absent: their users choose them. */
  readonly ffmpeg: string | undefined;
  readonly secretKey: Buffer | undefined;
  /** Signs the tokens of app users; absent: derived from the sealing key. */
  readonly appTokenKey: Buffer | undefined;
  /** Key with which the company portal requests tickets; absent: it gets none. */
  readonly portalKey: string | undefined;
  /** The partner platform XP and what opens it; absent: its sandbox. */
  readonly xp: PartnerConfig | undefined;
  /** SAP and what opens it; absent: its sandbox. */
  readonly sap: PartnerConfig | undefined;
  /** What delivers messages to phones. */
  readonly providers: Providers;
  /** What follows parcels. */
  readonly express: ExpressConfig;
  /** What sends mail. */
  readonly mail: MailConfig;
  /** What takes money. */
  readonly pay: PayConfig;
  /** What `/metrics` wants to be shown; absent: see `metricsOpen`. */
  readonly metricsToken: string | undefined;
  /** `/metrics` answers anybody: demo data, for this machine alone. */
  readonly metricsOpen: boolean;
  /** Serve `/docs`, the description of every call. */
  readonly docs: boolean;
  readonly logLevel: string;
  /** Absent: nothing is traced. */
  readonly tracing: TracingConfig | undefined;
  readonly amapKey: string | undefined;
  readonly mapTilesUrl: string | undefined;
  readonly mapReviewNumber: string | undefined;
  /** Believe X-Forwarded-* of a load balancer in front. */
  readonly trustProxy: boolean;
  /** Seconds between "not ready" and the last connection taken when the process is told to stop. */
  readonly drainSeconds: number;
  /** Origin under which the world reaches this installation; absent: the one at which a caller has. */
  readonly publicUrl: string | undefined;
}

/** The variables as they were given. @throws ConfigError naming the one that is wrong */
function readVariables(env: Readonly<Record<string, string | undefined>>): z.infer<typeof variables> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    // Passwords, keys and URLs may hold secrets: only harmless values are repeated.
    const value = /KEY|PASSWORD|SECRET|TOKEN|URL|CREDENTIALS|ENDPOINT|HEADERS/.test(name)
      ? ''
      : ` (it is "${given[name]}")`;
    throw new ConfigError(`${name}${value}: ${issue?.message}`);
  }
  const { data } = parsed;
  if ((data.MQTT_TLS_CERT === undefined) !== (data.MQTT_TLS_KEY === undefined)) {
    throw new ConfigError('MQTT_TLS_CERT and MQTT_TLS_KEY: give both or neither');
  }
  // A key that a process made for itself would be another one at each machine.
  if (data.DATABASE_URL !== undefined && data.SECRET_KEY === undefined) {
    throw new ConfigError(
      'SECRET_KEY: needed by DATABASE_URL. An installation that ran without it has its key in the file secret.key of DATA_DIR',
    );
  }
  return data;
}

/**
 * Reads and checks the environment.
 * @throws ConfigError naming the first variable that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const v = readVariables(env);
  // Tried out on one's own machine, everything may be looked at.
  const trial = v.SEED === 'demo' && /^(127\..*|::1|localhost)$/.test(v.HOST);
  const broker = readBroker(v);
  // Simulated vehicles know no password of a NATS cluster, and pass by the load balancer.
  const simulator = v.SIMULATOR ?? (v.SEED === 'demo' && !broker.nats && !broker.mqttProxy ? 200 : 0);
  const dataDir = isAbsolute(v.DATA_DIR) ? v.DATA_DIR : resolve(v.DATA_DIR);
  return {
    host: v.HOST,
    port: v.PORT,
    dataDir,
    databaseUrl: v.DATABASE_URL,
    databaseReadUrl: v.DATABASE_READ_URL,
    databasePool: v.DATABASE_POOL,
    mqttPort: v.MQTT_PORT,
    ...broker,
    mqttTls:
      v.MQTT_TLS_CERT !== undefined && v.MQTT_TLS_KEY !== undefined
        ? { port: v.MQTT_TLS_PORT, cert: v.MQTT_TLS_CERT, key: v.MQTT_TLS_KEY }
        : undefined,
    seed: v.SEED,
    buildId: v.BUILD_ID,
    production: v.SEED === 'none',
    simulator,
    simulatorOwners: v.SEED === 'demo' && simulator !== 0 && v.SIMULATOR_OWNERS,
    adminPassword: v.ADMIN_PASSWORD,
    roles: v.ROLES,
    storageUrl: v.STORAGE_URL ?? `file://${join(dataDir, 'files')}`,
    s3: s3Of(v),
    trackRetentionDays: v.TRACK_RETENTION_DAYS,
    logRetentionDays: v.LOG_RETENTION_DAYS,
    uploadDailyMb: v.UPLOAD_DAILY_MB,
    uploadDailyFiles: v.UPLOAD_DAILY_FILES,
    uploadFreeFloorMb: v.UPLOAD_FREE_FLOOR_MB,
    pdfPageSeconds: v.PDF_PAGE_SECONDS,
    prizeTaxAboveFen: v.PRIZE_TAX_ABOVE_FEN,
    ffmpeg: readProgram('FFMPEG', v.FFMPEG),
    secretKey: v.SECRET_KEY,
    appTokenKey: v.APP_TOKEN_KEY,
    portalKey: v.PORTAL_KEY,
    xp: partnerOf(v.XP_URL, v.XP_TOKEN === undefined ? undefined : `Bearer ${v.XP_TOKEN}`),
    sap: partnerOf(v.SAP_URL, basicOf(v.SAP_USER, v.SAP_PASSWORD)),
    firmwareKeys: readFirmwareKeys(v.FIRMWARE_KEYS),
    providers: readProviders(v, v.SEED === 'demo'),
    express: readExpress(v, v.SEED === 'demo'),
    mail: readMail(v, v.SEED === 'demo'),
    pay: readPay(v, v.SEED === 'demo'),
    metricsToken: v.METRICS_TOKEN,
    metricsOpen: trial,
    docs: v.DOCS ?? trial,
    logLevel: v.LOG_LEVEL,
    tracing: readTracing(v),
    amapKey: v.AMAP_KEY,
    mapTilesUrl: v.MAP_TILES_URL,
    mapReviewNumber: v.MAP_REVIEW_NUMBER,
    trustProxy: v.TRUST_PROXY,
    drainSeconds: v.DRAIN_SECONDS,
    publicUrl: v.PUBLIC_URL === undefined ? undefined : new URL(v.PUBLIC_URL).origin,
  };
}

/** The header Authorization of an account with a password. */
const basicOf = (user: string | undefined, password = ''): string | undefined =>
  user === undefined ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
