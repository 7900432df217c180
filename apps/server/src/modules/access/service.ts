/** What other modules may use of the access module. */

export { savePasswordHash } from './accounts.ts';
export { countAttempt, forget as forgetAttempts, takeBack } from './attempts.ts';
export { holdsFunction } from './holders.ts';
export { hashPassword, md5Upper, randomPassword, refuseWeak } from './password.ts';
export { endSessionsOf } from './session-store.ts';
export { sessionsOf } from './sessions.ts';
export { checkCode, makeCode, useCode } from './sms-codes.ts';
export { issueTicket } from './tickets.ts';
export { registerOpenWork } from './open-work.ts';
export { scopeOf, scopeOfAccount } from './rights.ts';
