/** An account as the seed makes it. */
export interface SeedAccount {
  readonly username: string;
  readonly realName: string;
  /** Reserved-looking numbers, so that no message of the demo reaches a person. */
  readonly mobile: string;
  readonly organizationCode: string;
  readonly roleCodes: readonly string[];
  readonly gender?: 1 | 2;
  readonly jobNo?: string;
  /** Of a dealer account: which dealer's. */
  readonly dealerCode?: string;
  /** D:DealerPosition. */
  readonly position?: string;
}

/** Password of all demo accounts; there are none unless SEED=demo. */
export const demoPassword = 'Wheelhouse2026';

/** One account for each seed role. */
// prettier-ignore
export const demoAccounts: readonly SeedAccount[] = [
  { username: 'ops.lin', realName: '林晓', mobile: '19900000101', organizationCode: 'HQ.OPS', roleCodes: ['ops'], gender: 2, jobNo: 'W0101' },
  { username: 'zhang.wei', realName: '张伟', mobile: '19900000102', organizationCode: 'HQ.CS', roleCodes: ['cs'], gender: 1, jobNo: 'W0102' },
  { username: 'after.sun', realName: '孙立', mobile: '19900000103', organizationCode: 'HQ.AS', roleCodes: ['aftersales'], gender: 1, jobNo: 'W0103' },
  { username: 'ota.chen', realName: '陈博', mobile: '19900000104', organizationCode: 'HQ.RD', roleCodes: ['ota'], gender: 1, jobNo: 'W0104' },
  { username: 'quality.wu', realName: '吴静', mobile: '19900000105', organizationCode: 'HQ.QA', roleCodes: ['quality'], gender: 2, jobNo: 'W0105' },
  { username: 'market.he', realName: '何苗', mobile: '19900000106', organizationCode: 'HQ.MKT', roleCodes: ['marketing'], gender: 2, jobNo: 'W0106' },
  { username: 'sim.gao', realName: '高远', mobile: '19900000107', organizationCode: 'HQ.OPS', roleCodes: ['sim'], gender: 1, jobNo: 'W0107' },
  { username: 'finance.xu', realName: '徐敏', mobile: '19900000108', organizationCode: 'HQ.FIN', roleCodes: ['finance'], gender: 2, jobNo: 'W0108' },
  { username: 'auditor.tang', realName: '唐正', mobile: '19900000109', organizationCode: 'HQ.AUD', roleCodes: ['auditor'], gender: 1, jobNo: 'W0109' },
  { username: 'dealer.pudong', realName: '周浦', mobile: '19900000110', organizationCode: 'EAST.SH', roleCodes: ['dealer'], gender: 1, dealerCode: 'D000123', position: '1' },
];
