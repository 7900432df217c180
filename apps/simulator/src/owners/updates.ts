import type { SimulatedOwner } from '@wheelhouse/contract/simulated-fleet';
import { codes } from '@wheelhouse/entities/codes';
import { dayOf, type Session } from './session.ts';

const { android, ios, harmony } = codes.ClientOs;
const { optional, popup, forced } = codes.UpdateType;

/** Where phones of each system get the app, D:AppChannel. */
const channels: Readonly<Record<SimulatedOwner['clientOs'], string>> = {
  [android]: 'official',
  [ios]: 'appstore',
  [harmony]: 'huawei',
};
/** Chance that an offered version is installed at once; a forced one leaves no choice. */
const chances: Readonly<Record<1 | 2 | 3, number>> = { [optional]: 0.15, [popup]: 0.5, [forced]: 1 };

/** The version of the app on their phone. */
export function versionOf({ spec, memory }: Pick<Session, 'spec' | 'memory'>): {
  readonly versionName: string;
  readonly versionCode: number;
} {
  const { appVersion } = spec;
  // Builds of the demo have the digits of their version as number.
  return memory.installed ?? { versionName: appVersion, versionCode: Number(appVersion.replaceAll('.', '')) };
}

/** Once a day the app asks what it should update to, and reports its version afterwards. */
export async function checkVersion(session: Session): Promise<void> {
  const { ask, spec, memory, random, now } = session;
  memory.checkedOn = dayOf(now);
  const { versionCode } = versionOf(session);
  const offer = await ask('GET /app/v1/version/check', {
    os: String(spec.clientOs),
    versionCode: String(versionCode),
    channel: channels[spec.clientOs],
  });
  if (!offer.hasUpdate || !random.chance(chances[offer.updateType])) return;
  memory.installed = { versionName: offer.versionName, versionCode: offer.versionCode };
  // The new version registers the phone anew, when it is opened next.
  memory.registeredOn = -1;
}
