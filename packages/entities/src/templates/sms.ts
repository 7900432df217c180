/** Who sends a text message, before whatever it says. */
export const smsSignature = '【出行管理系统】';
/** The way out that the law asks for at the end of a campaign's text message. */
const optOut = '拒收请回复R';

/** Letters of a text message that is sent in one piece, and of each piece of a longer one. */
const single = 70;
const perPart = 67;

/** What a campaign's text message says; the delivery signs it. */
export const campaignSms = (text: string): string => `${text}${optOut}`;

/** How many letters and paid parts a text message has as a phone gets it, with its signature. */
export function smsSize(text: string): { readonly letters: number; readonly parts: number } {
  const letters = `${smsSignature}${text}`.length;
  return { letters, parts: letters <= single ? 1 : Math.ceil(letters / perPart) };
}
