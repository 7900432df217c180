import { encodeAccount, encodeOperator, encodeUser, fmtCreds, type OperatorLimits } from '@nats-io/jwt';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';

/** Files of the folder that `NATS_KEYS` names. */
export const keyFiles = {
  platform: 'platform.creds',
  system: 'system.creds',
  operator: 'operator.nk',
  devices: 'devices.nk',
} as const;
/** What the nodes need of them: public keys and signed claims alone. */
export const accountsFile = 'accounts.conf';

const unlimited: OperatorLimits = {
  conn: -1,
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  leaf: -1,
};
const withStreams: OperatorLimits = { ...unlimited, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };

const seedOf = (keys: KeyPair): string => new TextDecoder().decode(keys.getSeed());

async function credentials(name: string, account: KeyPair): Promise<string> {
  const user = createUser();
  return new TextDecoder().decode(fmtCreds(await encodeUser(name, user, account), user));
}

/**
 * New keys of a cluster that serves this platform alone: an operator, an account for platform and vehicles with a key that signs their
 * passwords, and the system account. @returns contents by file name
 */
export async function makeKeys(): Promise<Readonly<Record<string, string>>> {
  const [operator, system, account, devices] = [createOperator(), createAccount(), createAccount(), createAccount()];
  const operatorJwt = await encodeOperator('wheelhouse', operator, { system_account: system.getPublicKey() });
  const systemJwt = await encodeAccount('SYS', system, { limits: unlimited }, { signer: operator });
  const accountJwt = await encodeAccount(
    'WHEELHOUSE',
    account,
    { limits: withStreams, signing_keys: [devices.getPublicKey()] },
    { signer: operator },
  );
  const accounts = [
    `operator: ${operatorJwt}`,
    `system_account: ${system.getPublicKey()}`,
    'resolver_preload: {',
    `  ${system.getPublicKey()}: ${systemJwt}`,
    `  ${account.getPublicKey()}: ${accountJwt}`,
    '}',
  ];
  return {
    [accountsFile]: `${accounts.join('\n')}\n`,
    [keyFiles.platform]: await credentials('platform', account),
    [keyFiles.system]: await credentials('system', system),
    [keyFiles.operator]: `${seedOf(operator)}\n`,
    [keyFiles.devices]: `${seedOf(devices)}\n`,
  };
}
