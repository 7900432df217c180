import { readListQuery } from '@wheelhouse/contract/list-query';
import { cleanCode, idPattern } from '@wheelhouse/contract/text';
import { formats, type FormatName } from '@wheelhouse/entities/formats';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { z } from 'zod';

/**
 * Pieces that the schemas of calls are made of. Texts arrive in their normal form (`readInput`); these say what each kind of value is,
 * and bring identifiers into the form in which they are stored.
 */

/** Number of a row. */
export const id = z.string().regex(idPattern);

/** Numbers of rows, each once. */
export const ids = (most = 200) =>
  z
    .array(id)
    .min(1)
    .max(most)
    .transform((list) => [...new Set(list)]);

/** What names a row. A value that is no id names no row; the lookup refuses it (1002). */
export const key = z.union([z.string().max(40), z.int().transform(String)]);

/** The revision that a change is based on; a value that is no number counts as absent. */
export const rev = z.unknown().transform((value, ctx) => {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
  ctx.issues.push({ code: 'custom', input: value, params: { text: validationTexts.rev } });
  return z.NEVER;
});

/** An identifier with its own format. */
export const code = (pattern: RegExp) => z.string().transform(cleanCode).pipe(z.string().regex(pattern));

/** A code of six digits, of a text message or an authenticator. */
export const sixDigits = code(/^\d{6}$/);

/** A VIN, frame number or serial number, as people type it. */
export const serial = (min = 1, max = 30) =>
  z
    .string()
    .transform((text) => cleanCode(text).toUpperCase())
    .pipe(z.string().min(min).max(max));

/** Id of a stored file. */
export const fileId = z.string().regex(/^[\w-]{8,64}$/);

/** An identifier of a known format, in the form in which it is stored: `formats` decides, as it does for fields of entities. */
export const format = (name: FormatName) =>
  z.string().transform((text, ctx) => {
    const found = formats[name].check(text);
    if ('value' in found) return found.value;
    ctx.issues.push({ code: 'invalid_format', format: name, input: text });
    return z.NEVER;
  });

/** The system of a phone and the version of the app on it, as the app sends them (D:ClientOs; two to four numbers). */
export const appPhone = {
  clientOs: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  appVersion: z.string().regex(/^\d{1,3}(\.\d{1,3}){1,3}$/),
};

/** Values of a form: the entity's own validation reads them before anything else does, so that refusals name fields as people know them. */
export const form = z.record(z.string(), z.unknown());

/** What an action of an entity is about; its own input beside it is read by the action's form. */
export const actionBody = z.looseObject({ id: key.optional(), ids: ids().optional(), rev: rev.nullish() });
export type ActionBody = z.output<typeof actionBody>;

/** A code of one digit, as number or text: a state to go to, for instance. */
export const digit = z.union([z.int(), z.string().regex(/^\d$/).transform(Number)]);

/** `page` and `pageSize` of a list: what is no whole number takes its default (specification §3). */
export const paged = { page: z.unknown().optional(), pageSize: z.unknown().optional() };

/** The same as numbers, for calls without conditions: a page that is too large takes `most` rows. */
export const paging = ({ usual = 20, most = 200 } = {}) => ({
  page: z
    .unknown()
    .optional()
    .transform((page) => readListQuery({ page }).page),
  pageSize: z
    .unknown()
    .optional()
    .transform((pageSize) => readListQuery({ pageSize }, { pageSize: usual, maxPageSize: most }).pageSize),
});

/** `name.eq` is `name`, as in other lists. */
const bareNames = (given: unknown): unknown =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name.replace(/\.eq$/, ''), value]))
    : given;

/**
 * Conditions of a list that has SQL of its own: those of the shape, and no others. One that is not known is refused, as the lists of entities do it:
 * a condition that is left out answers more than was asked for.
 */
export const conditions = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.preprocess(bareNames, z.strictObject(shape));

/** A list query as it is sent; `readListQuery` reads it. */
export const listQuery = z.looseObject({
  ...paged,
  orderBy: z.unknown().optional(),
  query: z.unknown().optional(),
  exactTotal: z.unknown().optional(),
});
