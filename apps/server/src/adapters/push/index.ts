import { AliyunVoice } from '../aliyun/voice.ts';
import { fcmOf, voiceServiceOf, type ProviderApp } from '../providers.ts';
import type { PushAdapter } from './adapter.ts';
import { FcmPush } from './phones.ts';

export { PushRefused, type PushAdapter, type Receipt } from './adapter.ts';

/** Pushes and voice calls of this installation. */
export function pushOf(app: ProviderApp): PushAdapter {
  const push = new FcmPush(app, () => fcmOf(app));
  const voice = new AliyunVoice(() => voiceServiceOf(app));
  return {
    push: (message) => push.push(message),
    call: (message) => voice.call(message),
    receipts: async (ids) => [...(await push.receipts(ids)), ...(await voice.receipts(ids))],
  };
}
