import type { Page } from '@wheelhouse/contract/envelope';
import { call, get, onRightsChanged } from '../api/client.ts';
import { ApiError, isApiError, messageOf, requestFailedCode } from '../api/errors.ts';
import { pick, type Text } from '../i18n/lang.ts';
import { notify } from '../lib/notify.ts';
import {
  groupByCategory,
  setReference,
  type Area,
  type FaqType,
  type ItemCode,
  type RoleItem,
  type VehicleTypeItem,
} from '../reference/reference.ts';
import { makeSession, sessionStore, type FunctionNode, type SessionUser } from './session.ts';
import { endSession, readToken, rememberIdentity } from './token.ts';

const verificationFailed = {
  zh: '验证失败，请重新登录',
  en: 'Verification failed, please login again',
} as const satisfies Text;
const dictionaryPage = 500;
/** The dictionary's usual size in pages, asked for at once so that the boot is two exchanges deep. */
const expectedPages = 2;

let booting: Promise<void> | undefined;

/** Loads user, functions, dictionaries and reference lists (catalogue 01 §3). Resolves when the console can be shown. */
export function boot(): Promise<void> {
  booting ??= load();
  return booting;
}

async function load(): Promise<void> {
  onRightsChanged(reloadRights);
  try {
    const user = await loadUser();
    if (user.mustChangePwd === 1) return sessionStore.set(makeSession(user, []));
    loadLists();
    const [functions] = await Promise.all([loadFunctions(), reported(loadDictionaries())]);
    sessionStore.set(makeSession(user, functions));
  } catch (error) {
    // A page that is being left loses its exchanges too, and must not sign its user out: what is still here in a moment has lost them.
    if (isApiError(error, requestFailedCode)) await new Promise((resolve) => setTimeout(resolve, 500));
    endSession(error instanceof ApiError && error.message !== '' ? error.message : pick(verificationFailed), '/');
    // The login page is on its way; nothing of the shell may show meanwhile.
    await new Promise<never>(() => {});
  }
}

async function loadUser(): Promise<SessionUser> {
  const token = readToken();
  const user = await call<SessionUser>('/system/crm/sysUser/myInfo');
  if (token !== null) rememberIdentity(token, user.id);
  return user;
}

const loadFunctions = (): Promise<FunctionNode[]> => call<FunctionNode[]>('/system/crm/sysFunction/tree');

async function reloadRights(): Promise<void> {
  const [user, functions] = await Promise.all([loadUser(), loadFunctions()]);
  sessionStore.set(makeSession(user, functions));
}

const dictionaryPageOf = (page: number): Promise<Page<ItemCode>> =>
  get<Page<ItemCode>>('/data/crm/itemCode/pageItemCode', { page, pageSize: dictionaryPage });

/** Every entry: page by page until `total` is reached. */
export async function loadDictionaries(): Promise<void> {
  const pages = await Promise.all(Array.from({ length: expectedPages }, (_, i) => dictionaryPageOf(i + 1)));
  const total = pages[0]?.total ?? 0;
  for (let page = pages.length + 1; (page - 1) * dictionaryPage < total; page++)
    pages.push(await dictionaryPageOf(page));
  setReference({ dictionaries: groupByCategory(pages.flatMap((page) => page.list)) });
}

/** What no first screen waits for. Areas say when they fail; the others leave their pickers empty. */
function loadLists(): void {
  void reported(
    Promise.all([get<Area[]>('/data/crm/area/getProvinceInfo'), get<Area[]>('/data/crm/area/getCityAll')]).then(
      ([provinces, cities]) => setReference({ provinces, cities }),
    ),
  );
  const quiet = (part: Promise<void>): void => void part.catch(() => undefined);
  quiet(call<RoleItem[]>('/system/crm/sysRole/all').then((roles) => setReference({ roles })));
  quiet(
    get<Page<VehicleTypeItem>>('/veh/crm/vehicleType/getVehicleTypePage', { page: 1, pageSize: 999 }).then(({ list }) =>
      setReference({ vehicleTypes: list }),
    ),
  );
  quiet(
    get<FaqType[]>('/data/crm/itemCode/getFatherSonType', { code: 'LargeProblemClassification' }).then((faqTypes) =>
      setReference({ faqTypes }),
    ),
  );
}

/** Reference data that cannot be loaded is a message, not the end. */
async function reported(part: Promise<void>): Promise<void> {
  try {
    await part;
  } catch (error) {
    notify.error(messageOf(error));
  }
}
