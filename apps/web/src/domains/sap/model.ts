export const statusColor = { 0: 'default', 1: 'success', 2: 'warning' } as const;
/** The form's fields, which are the page's query string as well. */
export const filterNames = [
  'vin',
  'deliveryNo',
  'sapOrderNo',
  'materialCode',
  'postedFrom',
  'postedTo',
  'plant',
] as const;
export type FilterName = (typeof filterNames)[number];
const keyNames: readonly FilterName[] = ['vin', 'deliveryNo', 'sapOrderNo', 'materialCode'];

/** What is asked of the server; undefined while no key is given. */
export function queryOf(values: Readonly<Partial<Record<FilterName, string>>>): Record<string, string> | undefined {
  if (!keyNames.some((name) => values[name])) return undefined;
  const { postedFrom, postedTo, ...plain } = values;
  return Object.fromEntries(
    Object.entries({ ...plain, 'postingDate.ge': postedFrom, 'postingDate.le': postedTo }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
}
