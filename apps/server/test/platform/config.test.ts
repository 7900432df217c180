import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, readSecrets } from '../../src/config.ts';
import { tempDir } from '../support/temp.ts';

test('nothing given: the documented defaults', () => {
  expect(readConfig({ PORT: '' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    mqttPort: 1883,
    seed: 'demo',
    simulator: 200,
    logLevel: 'info',
    databaseUrl: undefined,
  });
  expect([...readConfig({}).roles]).toEqual(['api', 'gateway', 'worker']);
  expect(readConfig({ SEED: 'none' }).simulator).toBe(0);
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
  ['MQTT_URL', 'broker'],
  ['MQTT_GUARD', 'yes'],
  ['SEED', 'some'],
  ['SIMULATOR', '1.5'],
  ['ROLES', 'api,teapot'],
  ['SECRET_KEY', 'short'],
  ['ADMIN_PASSWORD', 'short'],
  ['STORAGE_URL', 'ftp://x'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'short'],
  ['TRUST_PROXY', 'maybe'],
  ['MQTT_TLS_CERT', '/cert.pem'],
])('a bad %s (%s) is refused in one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  expect(read).not.toThrow('\n');
});

test('a refused secret is not repeated', () => {
  expect(() => readConfig({ ADMIN_PASSWORD: 'hunter2' })).not.toThrow('hunter2');
  expect(() => readConfig({ DATABASE_URL: 'mysql://u:hunter2@h/db' })).not.toThrow('hunter2');
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
