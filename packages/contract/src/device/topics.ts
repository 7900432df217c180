/** MQTT topics of device protocol version 1: `v1/{deviceId}/{up|down}/{kind}`; `deviceId` is the control unit's IMEI. */

export const uplinkKinds = ['telemetry', 'event', 'status', 'cmd', 'config', 'ota', 'log'] as const;
export type UplinkKind = (typeof uplinkKinds)[number];

export const downlinkKinds = ['cmd', 'config', 'ota', 'debug'] as const;
export type DownlinkKind = (typeof downlinkKinds)[number];

/** All uplinks of all devices: what a platform process subscribes to at an outside broker, sharing the load with the others. */
export const sharedUplinks = '$share/ingest/v1/+/up/#';
/** The same for one alone. */
export const allUplinks = 'v1/+/up/#';

export const upTopic = (deviceId: string, kind: UplinkKind): string => `v1/${deviceId}/up/${kind}`;
export const downTopic = (deviceId: string, kind: DownlinkKind): string => `v1/${deviceId}/down/${kind}`;
/** What a device publishes. */
export const upTopics = (deviceId: string): string => `v1/${deviceId}/up/#`;
/** What a device subscribes to. */
export const downTopics = (deviceId: string): string => `v1/${deviceId}/down/#`;

/** True for a topic or filter below a device's own uplinks or downlinks. The prefix is literal, so a wildcard can only stand behind it. */
export function isOwn(topic: string, deviceId: string, direction: 'up' | 'down'): boolean {
  const prefix = `v1/${deviceId}/${direction}/`;
  return topic.length > prefix.length && topic.startsWith(prefix);
}

/** Device and kind of an uplink topic; undefined for any other topic. */
export function parseUplink(topic: string): { readonly deviceId: string; readonly kind: UplinkKind } | undefined {
  const [version, deviceId, direction, name, more] = topic.split('/');
  if (version !== 'v1' || direction !== 'up' || deviceId === undefined || more !== undefined) return undefined;
  const kind = uplinkKinds.find((known) => known === name);
  return kind && isDeviceId(deviceId) ? { deviceId, kind } : undefined;
}

/** An IMEI: 15 digits with a Luhn check digit. */
export function isDeviceId(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false;
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const digit = text.charCodeAt(14 - i) - 48;
    sum += i % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
