import { codes } from '@wheelhouse/entities/codes';
import { hostOf } from '@wheelhouse/entities/rich-text';
import { sql } from 'kysely';
import { hostsOf } from '../../../entity/rich-text.ts';
import { run, type Executor } from '../../../entity/run.ts';

/** Code of the link (`ps_link`) to the page that offers the app. */
export const downloadLink = 'APP_DOWNLOAD';

interface Landing {
  /** D:JumpType. */
  readonly landingType: number;
  readonly landingUrl: string | null;
}

/** An address only where it leads to a host of D:LinkHost now: hosts may have been taken out since it was entered. */
async function ifAllowed(executor: Executor, address: string | null | undefined): Promise<string | undefined> {
  const host = typeof address === 'string' && address.startsWith('https://') ? hostOf(address) : undefined;
  if (host === undefined || typeof address !== 'string') return undefined;
  return (await hostsOf(executor, 'LinkHost')).has(host) ? address : undefined;
}

/** The page that offers the app; undefined while there is none. */
export async function downloadPage(executor: Executor): Promise<string | undefined> {
  const [link] = await run<{ url: string }>(
    executor,
    sql`select url from ps_link where link_code = ${downloadLink} and enabled = 1 and not deleted`,
  );
  return ifAllowed(executor, link?.url);
}

/** Where the code of a promotion leads; undefined where it may lead nowhere. */
export const landingPage = (executor: Executor, { landingType, landingUrl }: Landing): Promise<string | undefined> =>
  Number(landingType) === codes.JumpType.none ? downloadPage(executor) : ifAllowed(executor, landingUrl);
