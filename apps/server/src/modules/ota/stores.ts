import { sql } from 'kysely';
import { run, type Executor } from '../../entity/run.ts';
import { isOut } from './offer.ts';

export interface StorePage {
  /** D:ClientOs. */
  readonly clientOs: number;
  readonly url: string;
}

/** Where the stores offer the newest published app of each platform that is installed from one. */
export const storePages = (executor: Executor): Promise<readonly StorePage[]> =>
  run<StorePage>(
    executor,
    sql`select distinct on (v.client_os) v.client_os as "clientOs", v.store_url as url
      from ota_app_version v where ${isOut} and v.store_url is not null
      order by v.client_os, v.version_code desc`,
  );
