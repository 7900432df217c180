import { isRecord } from '@wheelhouse/contract/object';
import { parseInstant } from '@wheelhouse/contract/time';
import type { VoiceConfig } from '../../config-parts.ts';
import { PushRefused, type CallMessage, type Receipt } from '../push/adapter.ts';
import { askAliyun, type AliyunService } from './client.ts';
import { askReceipts } from './receipts.ts';

// Dyvmsapi 2017-05-25: a call that reads a text aloud.

interface VoiceService extends AliyunService {
  readonly config: VoiceConfig;
}

/** ProdId of voice notifications. */
const notification = '11000000300006';
/** The person called heard the text, or hung up while it was read. */
const answered = new Set(['200000', '200001']);

/** Ids are `call.<ms before the call>.<CallId>`: the receipt is asked with both, and calls after that time are searched. */
const idPattern = /^call\.(\d{13})\.(.+)$/;

/** @returns undefined while the call lasts, or is not known yet */
function receiptOf(providerId: string, data: unknown): Receipt | undefined {
  const call: unknown = typeof data === 'string' && data !== '' ? parsed(data) : undefined;
  if (!isRecord(call)) return undefined;
  const { state: given, endDate } = call;
  const state = typeof given === 'number' ? String(given) : given;
  if (typeof state !== 'string' || !/^\d{3,6}$/.test(state)) return undefined;
  const time = (typeof endDate === 'string' ? parseInstant(endDate) : undefined) ?? new Date();
  return answered.has(state) ? { providerId, time } : { providerId, time, failCode: `call${state}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Voice calls by Aliyun. */
export class AliyunVoice {
  readonly #service: () => Promise<VoiceService>;

  constructor(service: () => Promise<VoiceService>) {
    this.#service = service;
  }

  /** @returns the id by which its receipt is asked @throws PushRefused */
  async call({ key, mobile, body }: CallMessage): Promise<string> {
    const service = await this.#service();
    const { template, number } = service.config;
    const asked = Date.now();
    const { CallId: callId } = await askAliyun(service, 'SingleCallByTts', {
      CalledNumber: mobile,
      ...(number !== undefined && { CalledShowNumber: number }),
      TtsCode: template,
      TtsParam: JSON.stringify({ content: body }),
      PlayTimes: '2',
      OutId: key,
    });
    if (typeof callId !== 'string') throw new PushRefused('unavailable', false);
    return `call.${asked}.${callId}`;
  }

  /** Receipts of the ids that are of calls. */
  async receipts(providerIds: readonly string[]): Promise<Receipt[]> {
    const calls = providerIds.flatMap((providerId) => {
      const [, time, callId] = idPattern.exec(providerId) ?? [];
      return time === undefined || callId === undefined ? [] : [{ providerId, time, callId }];
    });
    if (calls.length === 0) return [];
    const service = await this.#service();
    return askReceipts(calls, async ({ providerId, time, callId }) => {
      const query = { CallId: callId, ProdId: notification, QueryDate: time };
      const { Data: data } = await askAliyun(service, 'QueryCallDetailByCallId', query);
      return receiptOf(providerId, data);
    });
  }
}
