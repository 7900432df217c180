import { officeTime } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

interface DemoLink {
  readonly code: string;
  readonly name: string;
  /** D:LinkCategory. */
  readonly category: string;
  readonly path: string;
  readonly mall?: true;
  readonly miniAppId?: string;
  readonly login?: true;
  readonly version?: number;
  readonly disabled?: true;
  /** HTTP status of the last check. */
  readonly status?: number;
}

// prettier-ignore
const links: readonly DemoLink[] = [
  { code: 'MALL_HOME', name: '商城首页', category: '3', path: '', mall: true, login: true, status: 200 },
  { code: 'MALL_PARTS', name: '商城配件专区', category: '3', path: 'parts', mall: true, login: true, status: 200 },
  { code: 'FORUM_HOME', name: '车友社区', category: '4', path: 'forum', login: true, status: 200 },
  { code: 'FORUM_RULES', name: '社区公约', category: '1', path: 'forum/rules', version: 3, status: 200 },
  { code: 'SERVICE_CHAT', name: '在线客服小程序', category: '5', path: 'service', miniAppId: 'wx3f29c1a70be5d846', login: true },
  { code: 'WARRANTY_POLICY', name: '质保政策', category: '1', path: 'warranty', version: 2, status: 200 },
  { code: 'BATTERY_RECYCLING', name: '旧电池回收说明', category: '9', path: 'battery/recycling', status: 404 },
  { code: 'SPRING_EVENT_2026', name: '春季骑行活动', category: '9', path: 'events/spring', disabled: true, status: 200 },
];

/** Links of the app besides the built-in ones, with the results of their last checks. */
export function linkRows({ now }: World, admin: string | null): CopyRow[] {
  return links.map((link, at) => {
    const updated = officeTime(now, 12 + at * 3, at + 20);
    const isMini = link.miniAppId !== undefined;
    const status = link.status ?? null;
    return {
      link_code: link.code,
      name: link.name,
      category: link.category,
      url: `https://${link.mall ? 'mall' : 'm'}.example.com/${link.path}`,
      client_os: ['1', '2', '3'],
      open_mode: isMini ? 3 : 1,
      mini_app_id: link.miniAppId ?? null,
      mini_path: isMini ? 'pages/chat/index' : null,
      need_login: link.login ? 1 : 0,
      append_token: link.mall ? 1 : 0,
      version_no: link.version ?? null,
      effective_time: link.version === undefined ? null : updated,
      enabled: link.disabled ? 0 : 1,
      check_status: status,
      check_result: status === null ? null : status < 400 ? 1 : 2,
      check_time: status === null ? null : officeTime(now, 2, at + 40),
      ...marks(now, admin, officeTime(now, 200 - at * 9, at), updated),
    };
  });
}
