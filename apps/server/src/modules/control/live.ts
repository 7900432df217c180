import { entityNamed } from '@wheelhouse/entities/registry';
import { holds, idsInScope } from '../../entity/read.ts';
import type { TopicKind } from '../../http/live-stream.ts';
import { controlTopic, debugTopic } from './notices.ts';
import { ownSession } from './debug/session.ts';
import { idPattern } from '@wheelhouse/contract/text';

const vehicle = entityNamed('vehicle');

/**
 * Topics `control:<vehicleId>` (states of its commands, for who may see the log and the vehicle) and `debug:<sessionId>` (something new in a
 * session, for who has opened it).
 */
export const controlTopics: Readonly<Record<string, TopicKind>> = {
  [controlTopic]: {
    async authorize(user, id, app) {
      if (!idPattern.test(id) || !holds(user, 'remoteControl.query')) return false;
      return (await idsInScope(app.pool, vehicle, user, [id])).has(id);
    },
  },
  [debugTopic]: {
    async authorize(user, id, app) {
      if (!holds(user, 'vehicleRemoteDebugging.use')) return false;
      const session = await ownSession(app.db, user.id, id, true).catch(() => undefined);
      return (
        session !== undefined && (await idsInScope(app.pool, vehicle, user, [session.vehicleId])).has(session.vehicleId)
      );
    },
  },
};
