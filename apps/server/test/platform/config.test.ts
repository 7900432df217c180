import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, readSecrets } from '../../src/config.ts';
import { mayMove, serverUrls } from '../../src/config-database.ts';
import { tempDir } from '../support/temp.ts';

test('nothing given: the documented defaults', () => {
  expect(readConfig({ PORT: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    mqttPort: 1883,
    seed: 'demo',
    simulator: 200,
    simulatorOwners: true,
    logLevel: 'info',
    databaseUrl: undefined,
  });
  expect([...readConfig({}).roles]).toEqual(['api', 'gateway', 'worker']);
  expect(readConfig({ SEED: 'none' }).simulator).toBe(0);
  expect(readConfig({ SEED: 'none', SIMULATOR: '5', SIMULATOR_OWNERS: 'true' }).simulatorOwners).toBe(false);
  expect(readConfig({ SIMULATOR: '0' }).simulatorOwners).toBe(false);
  expect(readConfig({ SIMULATOR_OWNERS: '0' }).simulatorOwners).toBe(false);
  expect(readConfig({})).toMatchObject({ docs: true, metricsOpen: true, production: false });
  expect(readConfig({ HOST: '0.0.0.0' })).toMatchObject({ docs: false, metricsOpen: false });
  expect(readConfig({ SEED: 'none' })).toMatchObject({ docs: false, metricsOpen: false, production: true });
  expect(readConfig({ DATA_DIR: '/srv/wh' }).storageUrl).toBe('file:///srv/wh/files');
});

test.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['MQTT_PORT', '-1'],
  ['DATABASE_URL', 'mysql://x'],
  ['DATABASE_URL', 'postgres://u:p@a:5432,b:port/db'],
  ['DATABASE_URL', 'postgres://a,b/db?target_session_attrs=standby'],
  ['DATABASE_READ_URL', 'replica.internal'],
  ['MQTT_URL', 'broker'],
  ['MQTT_GUARD', 'yes'],
  ['SEED', 'some'],
  ['SIMULATOR', '1.5'],
  ['SIMULATOR_OWNERS', 'some'],
  ['ROLES', 'api,teapot'],
  ['SECRET_KEY', 'short'],
  ['ADMIN_PASSWORD', 'short'],
  ['STORAGE_URL', 'ftp://x'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'short'],
  ['TRUST_PROXY', 'maybe'],
  ['MQTT_PROXY', 'maybe'],
  ['DRAIN_SECONDS', '121'],
  ['MQTT_TLS_CERT', '/cert.pem'],
  ['FCM_CREDENTIALS', '/nowhere/account.json'],
  ['FCM_URL', 'fcm.googleapis.com'],
  ['FCM_URL', 'http://fcm.googleapis.com'],
  ['SMS_URL', 'http://dysmsapi.aliyuncs.com'],
  ['SMS_URL', 'https://relay.example.com/dysmsapi'],
  ['VOICE_URL', 'https://user@dyvmsapi.aliyuncs.com'],
  ['ALIYUN_ACCESS_KEY_ID', 'LTAI-example'],
  ['SMS_TEMPLATE', '123456'],
  ['SMS_TEMPLATE', 'SMS_123456'],
  ['VOICE_TEMPLATE', 'TTS_123456'],
  ['PUSH_RATE', '0'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER', 'some'],
  ['OTEL_TRACES_SAMPLER_ARG', '5'],
  ['FFMPEG', 'ffmpeg'],
  ['FFMPEG', '/nowhere/ffmpeg'],
])('a bad %s (%s) is refused in one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  expect(read).not.toThrow('\n');
});

test('a database may have several hosts, as libpq writes them', () => {
  const url = 'postgres://u:p%40ss@a:5432,[::1]:5433,c/db?target_session_attrs=read-write';
  expect(readConfig({ DATABASE_URL: url, SECRET_KEY: 'ab'.repeat(32) }).databaseUrl).toBe(url);
  const tail = '/db?target_session_attrs=read-write';
  expect(serverUrls(url)).toEqual(['a:5432', '[::1]:5433', 'c'].map((host) => `postgres://u:p%40ss@${host}${tail}`));
  expect(serverUrls('postgres://u@/db?host=/run/postgresql')).toHaveLength(1);
  expect([mayMove(url), mayMove('postgres://a/db'), mayMove(`postgres://a${tail}`)]).toEqual([true, false, true]);
});

test('a refused secret is not repeated', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).not.toThrow('hunter2');
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/db' })).not.toThrow('hunter2');
  expect(() => readConfig({ DATABASE_URL: 'postgres://u:hunter2@h/db' })).toThrow(
    /^SECRET_KEY: needed by DATABASE_URL/,
  );
  expect(() => readConfig({ ONCE_CLIENT_SECRET: 'hunter2' })).toThrow('ONCE_CLIENT_SECRET');
  expect(() => readConfig({ ONCE_CLIENT_SECRET: 'hunter2' })).not.toThrow('hunter2');
});

test('a service is configured whole, or not at all; nothing of its keys is repeated', () => {
  const key = { ALIYUN_ACCESS_KEY_ID: 'LTAI-example', ALIYUN_ACCESS_KEY_SECRET: 'hunter2-hunter2-hunter2' };
  expect(() => readConfig(key)).toThrow('SMS_TEMPLATE or VOICE_TEMPLATE');
  expect(readConfig({ ...key, SEED: 'none', VOICE_TEMPLATE: 'TTS_123456' }).providers).toMatchObject({
    fcm: undefined,
    sms: undefined,
    voice: { url: 'https://dyvmsapi.aliyuncs.com', template: 'TTS_123456' },
  });
  const dir = tempDir();
  const file = join(dir, 'account.json');
  writeFileSync(file, JSON.stringify({ type: 'service_account', project_id: 'hunter2', private_key: 'hunter2' }));
  const read = () => readConfig({ FCM_CREDENTIALS: file });
  expect(read).toThrow('private_key');
  expect(read).not.toThrow('hunter2');
  rmSync(dir, { recursive: true });
});

test('nobody is called or texted at the numbers of sample users', () => {
  const key = { ALIYUN_ACCESS_KEY_ID: 'LTAI-example', ALIYUN_ACCESS_KEY_SECRET: 'hunter2-hunter2-hunter2' };
  const sms = { ...key, SMS_TEMPLATE: 'SMS_123456' };
  expect(() => readConfig(sms)).toThrow('SMS_TEMPLATE: SEED=demo');
  expect(() => readConfig({ ...key, VOICE_TEMPLATE: 'TTS_123456' })).toThrow('VOICE_TEMPLATE: SEED=demo');
  expect(readConfig({ ...sms, SEED: 'none' }).providers.sms).toBeDefined();
  // A stand-in on this machine calls nobody.
  expect(readConfig({ ...sms, SMS_URL: 'http://127.0.0.1:9' }).providers.sms).toBeDefined();
});

test('keys are made once, readable by their owner alone, and a given one wins', () => {
  const dataDir = tempDir();
  const first = readSecrets({ dataDir, secretKey: undefined });
  expect(first.sealKey).toHaveLength(32);
  expect(readSecrets({ dataDir, secretKey: undefined })).toEqual(first);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
  const given = readConfig({ SECRET_KEY: 'ab'.repeat(32) }).secretKey;
  expect(readSecrets({ dataDir, secretKey: given }).sealKey.toString('hex')).toBe('ab'.repeat(32));
  writeFileSync(join(dataDir, 'secret.key'), '');
  expect(() => readSecrets({ dataDir, secretKey: undefined })).toThrow(ConfigError);
  rmSync(dataDir, { recursive: true });
});

test('traces: off without a collector, one in twenty of those that begin here with one', () => {
  const tracing = (env: Record<string, string>) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/', ...env }).tracing;
  expect(readConfig({ OTEL_SERVICE_NAME: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: '' }).tracing).toBeUndefined();
  expect(tracing({})).toEqual({
    url: 'http://collector:4318/v1/traces',
    headers: {},
    serviceName: 'wheelhouse',
    ratio: 0.05,
    parentBased: true,
  });
  expect(tracing({ OTEL_TRACES_SAMPLER: 'always_on' })).toMatchObject({ ratio: 1, parentBased: false });
  expect(tracing({ OTEL_TRACES_SAMPLER: 'parentbased_always_off' })).toMatchObject({ ratio: 0, parentBased: true });
  expect(tracing({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' })).toMatchObject({
    ratio: 0.5,
  });
  const headers = (text: string) => tracing({ OTEL_EXPORTER_OTLP_HEADERS: text })?.headers;
  expect(headers('authorization=Basic%20abc, x-scope=one')).toEqual({ authorization: 'Basic abc', 'x-scope': 'one' });
  for (const wrong of ['secret', 'a=%zz', 'a b=c', 'a=%0d%0ab'])
    expect(() => headers(wrong)).toThrow(/^OTEL_EXPORTER_OTLP_HEADERS: must be name=value,name=value$/);
});
