/** What modules may use of the gateway. */
export { onTroubleCodes, troubleCodesOf, type TroubleHandler, type TroubleReport } from './troubles.ts';
export { handleUplinks, onUplink, type DeviceMessage, type UplinkHandler, type UplinkKind } from './handlers.ts';
export { refuseUplink, takeUplink, type Receipt } from './http-uplink.ts';
export { jsonbText } from './json.ts';
export { traceTopic, watchTopic } from './traces.ts';
export { dropDevice, resetDeviceSecret, revokeDevice, setDeviceSecret } from './credentials.ts';
export { cellCentre, cellRanges, cellZoom, geoCell } from './geo.ts';
export { downlinkTopic, publishDown, takeBackMany, publishDownMany } from './publish.ts';
export { onSettings, type SettingsCompleter } from './settings.ts';
