import { isRecord, recordOf } from '@wheelhouse/contract/object';
import { formatDay, parseInstant } from '@wheelhouse/contract/time';
import type { SmsConfig } from '../../config-parts.ts';
import { PushRefused, type Receipt } from '../push/adapter.ts';
import type { SmsAdapter, SmsMessage } from '../sms/adapter.ts';
import { askAliyun, type AliyunService } from './client.ts';
import { askReceipts } from './receipts.ts';

// Dysmsapi 2017-05-25.

interface SmsService extends AliyunService {
  readonly config: SmsConfig;
}

/** SendStatus of QuerySendDetails; 1 waits for the receipt of the operator. */
const [undelivered, delivered] = [2, 3];

/** Ids are `<day of sending>.<BizId>`: the receipt is asked with both. */
const idOf = (bizId: string, sent: Date): string => `${formatDay(sent).replaceAll('-', '')}.${bizId}`;

/** @returns undefined while the operator has not said what became of it */
function receiptOf(providerId: string, body: Readonly<Record<string, unknown>>): Receipt | undefined {
  const { SmsSendDetailDTOs: details } = body;
  const { SmsSendDetailDTO: list } = recordOf(details);
  const detail = Array.isArray(list) ? list.find(isRecord) : undefined;
  if (detail === undefined) return undefined;
  const { SendStatus: status, ErrCode: code, ReceiveDate: received } = detail;
  const time = (typeof received === 'string' ? parseInstant(received) : undefined) ?? new Date();
  if (Number(status) === delivered) return { providerId, time };
  if (Number(status) !== undelivered) return undefined;
  return {
    providerId,
    time,
    failCode: typeof code === 'string' && /^[\w.:-]{1,64}$/.test(code) ? code : 'undelivered',
  };
}

/** Text messages by Aliyun: by the approved template of a message, or by the general one. */
export class AliyunSms implements SmsAdapter {
  readonly #service: () => Promise<SmsService>;

  constructor(service: () => Promise<SmsService>) {
    this.#service = service;
  }

  async send({ mobile, text, template, key }: SmsMessage): Promise<string> {
    const service = await this.#service();
    const { BizId: bizId } = await askAliyun(service, 'SendSms', {
      PhoneNumbers: mobile,
      SignName: service.config.sign,
      TemplateCode: template?.id ?? service.config.template,
      TemplateParam: JSON.stringify(template?.values ?? { content: text }),
      ...(key !== undefined && { OutId: key }),
    });
    if (typeof bizId !== 'string') throw new PushRefused('unavailable', false);
    return idOf(bizId, new Date());
  }

  async receipts(sent: readonly { readonly providerId: string; readonly mobile: string }[]): Promise<Receipt[]> {
    const texts = sent.flatMap(({ providerId, mobile }) => {
      const [, day, bizId] = /^(\d{8})\.(.+)$/.exec(providerId) ?? [];
      return day === undefined || bizId === undefined ? [] : [{ providerId, mobile, day, bizId }];
    });
    if (texts.length === 0) return [];
    const service = await this.#service();
    return askReceipts(texts, async ({ providerId, mobile, day, bizId }) => {
      const query = { PhoneNumber: mobile, BizId: bizId, SendDate: day, PageSize: '1', CurrentPage: '1' };
      return receiptOf(providerId, await askAliyun(service, 'QuerySendDetails', query));
    });
  }
}
