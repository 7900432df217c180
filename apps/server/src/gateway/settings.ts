import type { ConfigDownlink, DeviceSettings } from '@wheelhouse/contract/device/payloads';
import type { DownlinkKind } from '@wheelhouse/contract/device/topics';
import { ownJson } from '@wheelhouse/contract/object';
import type { Secrets } from '../config.ts';

/** What keys of devices are derived from. */
export type KeySource = Pick<Secrets, 'sealKey'>;

/** Adds to a device's settings what the database does not hold: keys, which are derived. */
export type SettingsCompleter = (secrets: KeySource, deviceId: string, desired: DeviceSettings) => DeviceSettings;

const completers = new Set<SettingsCompleter>();

/** @returns removes it */
export function onSettings(complete: SettingsCompleter): () => void {
  completers.add(complete);
  return () => completers.delete(complete);
}

/** A stored downlink as it goes to the device. */
export function outgoing(secrets: KeySource, deviceId: string, kind: DownlinkKind, stored: string): string {
  if (kind !== 'config' || completers.size === 0) return stored;
  const { desired, ...message } = ownJson<ConfigDownlink>(stored);
  const complete = [...completers].reduce((settings, add) => add(secrets, deviceId, settings), desired);
  return JSON.stringify({ ...message, desired: complete });
}
