export interface SeedOrganization {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly parentCode: string | null;
}

/** Units a new installation starts with: headquarters with its departments, and sales regions. */
// prettier-ignore
export const organizations: readonly SeedOrganization[] = [
  { code: 'HQ', name: '总部', nameEn: 'Headquarters', parentCode: null },
  { code: 'HQ.OPS', name: '运营中心', nameEn: 'Operations', parentCode: 'HQ' },
  { code: 'HQ.CS', name: '客户服务部', nameEn: 'Customer service', parentCode: 'HQ' },
  { code: 'HQ.AS', name: '售后服务部', nameEn: 'After-sales', parentCode: 'HQ' },
  { code: 'HQ.RD', name: '研发中心', nameEn: 'Research & development', parentCode: 'HQ' },
  { code: 'HQ.QA', name: '质量部', nameEn: 'Quality', parentCode: 'HQ' },
  { code: 'HQ.MKT', name: '市场部', nameEn: 'Marketing', parentCode: 'HQ' },
  { code: 'HQ.FIN', name: '财务部', nameEn: 'Finance', parentCode: 'HQ' },
  { code: 'HQ.AUD', name: '审计部', nameEn: 'Internal audit', parentCode: 'HQ' },
  { code: 'EAST', name: '华东大区', nameEn: 'East China', parentCode: 'HQ' },
  { code: 'EAST.SH', name: '上海分公司', nameEn: 'Shanghai branch', parentCode: 'EAST' },
  { code: 'SOUTH', name: '华南大区', nameEn: 'South China', parentCode: 'HQ' },
  { code: 'NORTH', name: '华北大区', nameEn: 'North China', parentCode: 'HQ' },
  { code: 'WEST', name: '西部大区', nameEn: 'West China', parentCode: 'HQ' },
];

const byCode = new Map(organizations.map((unit) => [unit.code, unit]));

/** Codes from the top down, each ended by a slash, so that a prefix never takes half a code: `/HQ/EAST/`. */
export function pathOf(unit: SeedOrganization): string {
  const parent = unit.parentCode === null ? undefined : byCode.get(unit.parentCode);
  return `${parent === undefined ? '/' : pathOf(parent)}${unit.code}/`;
}
