/** Numbers of parcels by D:ExpressCompany; of a company that is not here, any that people write. */
const byCompany: Readonly<Record<string, RegExp>> = {
  SF: /^(?:SF)?\d{12,13}$/,
  JD: /^JD[A-Z0-9]{11,15}$/,
  EMS: /^(?:\d{13}|[A-Z]{2}\d{9}CN)$/,
  YTO: /^(?:YT)?\d{13,18}$/,
  ZTO: /^\d{12,15}$/,
};
const anyCompany = /^[A-Z0-9-]{6,32}$/;

/** A number as it is stored: people paste it with spaces and in small letters. */
export const expressNumber = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Whether a company gives its parcels such numbers; the number as `expressNumber` makes it. */
export const isExpressNumber = (company: string, number: string): boolean =>
  ((Object.hasOwn(byCompany, company) ? byCompany[company] : undefined) ?? anyCompany).test(number);
