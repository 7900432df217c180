import { z } from 'zod';
import type { PartnerConfig } from '../../config.ts';
import type { App } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { askPartner } from '../partner/client.ts';
import { sandboxOf } from '../partner/sandbox-server.ts';
import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { startSapSandbox } from './sandbox.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const vehicle = z.object({
  vin: z.string(),
  materialCode: z.string(),
  materialDesc: z.string(),
  color: z.string().nullable(),
  sapOrderNo: z.string(),
  deliveryNo: z.string().nullable(),
  customerCode: z.string().nullable(),
  customerName: z.string().nullable(),
  plant: z.string(),
  productionDate: day,
  goodsIssueDate: day.nullable(),
  imei: z.string().nullable(),
  ecuSn: z.string().nullable(),
  batterySns: z.array(z.string()),
});
/** A vehicle as SAP has it. */
export type SapVehicle = z.output<typeof vehicle>;
const page = z.object({ total: z.int().min(0), list: z.array(vehicle) });

/** What is looked for; all that is given must hold. */
export interface SapFilter {
  readonly vin?: string;
  readonly deliveryNo?: string;
  readonly sapOrderNo?: string;
  readonly materialCode?: string;
  readonly plant?: string;
  /** Days of the goods issue, inclusive. */
  readonly postedFrom?: string;
  readonly postedTo?: string;
}

export interface SapPage {
  readonly total: number;
  readonly list: readonly SapVehicle[];
}

/** SAP. Its HTTP interface: `GET /vehicles?vin=&deliveryNo=&…&page=&pageSize=`. */
export interface SapAdapter {
  readonly source: PartnerSource;
  /** @throws AppError 1020 when SAP does not answer within 15 s, or not as agreed */
  searchVehicles(filter: SapFilter, page: number, pageSize: number): Promise<SapPage>;
}

const timeoutMs = 15_000;

class HttpSap implements SapAdapter {
  readonly source: PartnerSource;
  readonly #partner: PartnerConfig;

  constructor(partner: PartnerConfig, sandbox: boolean) {
    this.#partner = partner;
    this.source = { sandbox, address: partner.url };
  }

  async searchVehicles(filter: SapFilter, pageNumber: number, pageSize: number): Promise<SapPage> {
    const given = Object.entries({ ...filter, page: String(pageNumber), pageSize: String(pageSize) });
    const query = new URLSearchParams(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
    const { status, body } = await askPartner(this.#partner, `/vehicles?${query}`, { system: 'SAP', timeoutMs });
    const read = page.safeParse(body);
    if (status !== 200 || !read.success) throw new AppError(1020, { system: 'SAP' }, { cause: read.error });
    return read.data;
  }
}

const sandbox = sandboxOf(({ pool }: Pick<App, 'pool'>) => startSapSandbox(pool));

/** The SAP of this installation: the one of SAP_URL, or a sandbox of its own on this machine. */
export async function sapOf(app: Pick<App, 'config' | 'pool'>): Promise<SapAdapter> {
  if (app.config.sap) return new HttpSap(app.config.sap, false);
  return new HttpSap(await sandbox(app), true);
}
