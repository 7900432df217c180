import { z } from 'zod';

// Where the database is: one server, or the servers of a cluster of which one is the primary at a time.

const address = /^(postgres(?:ql)?:\/\/(?:[^/?#@]*@)?)([^/?#@]+)([/?].*)?$/i;

/**
 * One URL a server, in the order of their names: `postgres://u:p@a:5432,b:5433/db` as libpq writes it. A URL that names one server, or a
 * socket, is itself.
 */
export function serverUrls(url: string): readonly string[] {
  const [, head = '', hosts = '', tail = ''] = address.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${head}${host}${tail}`) : [url];
}

/** Whether the platform has to look which of the servers is the primary: of several, or of what a name or balancer may stand for. */
export const mayMove = (url: string): boolean =>
  serverUrls(url).length > 1 || /[?&]target_session_attrs=(read-write|primary)\b/.test(url);

const isUrl = (url: string): boolean => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol);

/** A URL of libpq; of a session's attributes it may ask for those in `attributes`. */
const databaseUrl = (...attributes: string[]) =>
  z
    .string()
    .refine((value) => serverUrls(value).every(isUrl), {
      error:
        'must be a URL starting with postgres:// or postgresql://, with one host or several: postgres://a:5432,b:5432/name',
    })
    .refine(
      (value) => {
        const asked = /[?&]target_session_attrs=([^&#]*)/.exec(value)?.[1];
        return asked === undefined || attributes.includes(asked);
      },
      { error: `may ask for target_session_attrs=${attributes.join(' or ')} alone` },
    );

/** As documented in docs/operations.md. */
export const databaseVariables = {
  DATABASE_URL: databaseUrl('read-write', 'primary').optional(),
  DATABASE_READ_URL: databaseUrl('any', 'prefer-standby', 'standby', 'read-only').optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
};
