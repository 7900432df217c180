import type { Text } from '../lang.ts';

/** Why the gateway refused something a device sent or tried; counted per device, day and reason, shown in device diagnostics. */
export const refusalReasons = {
  unknownDevice: { zh: '未登记的设备', en: 'Unknown device' },
  identity: { zh: '客户端标识与用户名不一致', en: 'Client ID and username differ' },
  secret: { zh: '设备密钥错误', en: 'Wrong device secret' },
  publishTopic: { zh: '无权发布的主题', en: 'Publishing to this topic is not allowed' },
  subscribeTopic: { zh: '无权订阅的主题', en: 'Subscribing to this topic is not allowed' },
  oversize: { zh: '消息超过32KiB', en: 'Message over 32 KiB' },
  json: { zh: '不是有效的JSON', en: 'Not valid JSON' },
  version: { zh: '协议版本未知', en: 'Unknown protocol version' },
  mid: { zh: '消息编号无效', en: 'Malformed message ID' },
  shape: { zh: '消息结构错误', en: 'Malformed message' },
  tooMany: { zh: '批次超过100个采样', en: 'Batch over 100 samples' },
  sample: { zh: '采样结构错误', en: 'Malformed sample' },
  ts: { zh: '设备时间无效', en: 'Device time out of range' },
  clock: {
    zh: '设备时钟不可信（改用接收时间，原值保留）',
    en: 'Device clock not believed (time of receipt used, its time kept)',
  },
  renumbered: { zh: '消息编号重新开始（照常存储）', en: 'Message numbering started over (stored all the same)' },
  position: { zh: '位置无效', en: 'Position out of range' },
  soc: { zh: '电量无效', en: 'Charge out of range' },
  speed: { zh: '车速无效', en: 'Speed out of range' },
  field: { zh: '个别字段无效（原样保留）', en: 'Single field out of range (kept unchanged)' },
  storage: { zh: '无法存储', en: 'Cannot be stored' },
} as const satisfies Readonly<Record<string, Text>>;
export type RefusalReason = keyof typeof refusalReasons;
