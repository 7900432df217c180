import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { boundPort } from '../../apps/server/src/http/bound-port.ts';

interface Arrival {
  /** Of the record: the same when it is sent again. */
  readonly key: string;
  /** Ms since epoch. */
  readonly at: number;
}

/** A push service that takes everything and remembers when: what processes do together shows where they meet. */
export interface PushService {
  /** What a process reads of it. */
  readonly env: Readonly<Record<string, string>>;
  readonly arrivals: readonly Arrival[];
  stop(): void;
}

async function keyOf(request: IncomingMessage): Promise<string> {
  const text = (await request.toArray()).join('');
  const { message } = JSON.parse(text) as { message: { android: { notification: { tag: string } } } };
  return message.android.notification.tag;
}

/** @param dir where the file of its service account goes */
export async function startPushService(dir: string): Promise<PushService> {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.url === '/token') {
      request.resume();
      return void answer({ access_token: 'cluster', expires_in: 3_600, token_type: 'Bearer' });
    }
    const at = Date.now();
    void keyOf(request).then((key) => {
      arrivals.push({ key, at });
      answer({ name: `projects/cluster/messages/${arrivals.length}` });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${boundPort(server)}`;
  const file = join(dir, 'push.json');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const account = {
    type: 'service_account',
    project_id: 'wheelhouse-cluster',
    private_key: privateKey,
    client_email: 'sender@wheelhouse-cluster.example.com',
    token_uri: `${url}/token`,
  };
  writeFileSync(file, JSON.stringify(account), { mode: 0o600 });
  return {
    env: { FCM_URL: url, FCM_CREDENTIALS: file },
    arrivals,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
