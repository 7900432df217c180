import type { Text } from '@wheelhouse/contract/lang';
import { variablesIn } from '@wheelhouse/entities/templates/template-text';
import { filledTemplate, type MessageText, type StoredTemplate, type TemplateValues } from '../../templates/service.ts';

/** Values of a template's variables, as `dueVehicles` gives them. */
export interface ReminderFacts {
  readonly nickname: string | null;
  readonly vehicleName: string;
  readonly vehicleNameEn: string | null;
  readonly vin6: string | null;
  readonly odometerKm: number | null;
  readonly dueDate: string;
  readonly daysLeft: number;
  readonly soh: number | null;
  readonly dealerName: string | null;
  readonly dealerPhone: string | null;
}

function valuesOf({ vehicleName, vehicleNameEn, ...facts }: ReminderFacts): TemplateValues {
  const rest = Object.entries(facts).map(([name, value]) => [name, value === null ? '' : String(value)] as const);
  return { ...Object.fromEntries(rest), vehicleName: { zh: vehicleName, en: vehicleNameEn ?? vehicleName } };
}

/** The inbox message says whom to call, unless it does already. */
function withContact(body: Text, stored: StoredTemplate, { dealerName, dealerPhone }: ReminderFacts): Text {
  const said = variablesIn(stored.inboxBody ?? stored.pushBody);
  if (dealerPhone === null || dealerName === null || said.includes('dealerPhone')) return body;
  return {
    zh: `${body.zh}\n经销商：${dealerName}，电话${dealerPhone}`,
    en: `${body.en}\nDealer: ${dealerName}, ${dealerPhone}`,
  };
}

/** What the owner of one vehicle reads. */
export function reminderText(stored: StoredTemplate, facts: ReminderFacts, withDealer: boolean): MessageText {
  const text = filledTemplate(stored, valuesOf(facts));
  const body = withDealer ? withContact(text.body, stored, facts) : text.body;
  // Where the inbox says more than the push does, the push keeps its own text.
  const push = text.texts.push ?? text.body;
  const titled = { zh: `${text.title.zh}：${push.zh}`, en: `${text.title.en}: ${push.en}` };
  return { ...text, body, texts: { ...(body !== text.body && { push, sms: titled }), ...text.texts } };
}
