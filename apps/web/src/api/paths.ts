import type { AnyEntityCall, CallTable, StandardName } from '@wheelhouse/entities/calls';

/** The method of a call on the wire. */
export type Method = 'GET' | 'POST';

/** Calls of one method by path. */
type ByPath<M extends Method> = { [K in keyof CallTable as K extends `${M} ${infer P}` ? P : never]: CallTable[K] };
interface Gets extends ByPath<'GET'> {}
interface Posts extends ByPath<'POST'> {}
interface Tables {
  readonly GET: Gets;
  readonly POST: Posts;
}

declare const of: unique symbol;
/** Path of a standard call, or of an action, of an entity that is known only when it runs: `callPath`, `pathUnder`. */
export type EntityPath<C extends StandardName = StandardName> = `/${string}` & { readonly [of]: C };

export type GetPath = keyof Gets | EntityPath<'importTemplate'>;
export type PostPath = keyof Posts | EntityPath<Exclude<StandardName, 'importTemplate'>>;

type Base<P> = P extends `/${infer A}/${infer B}/${infer C}/${string}` ? `/${A}/${B}/${C}` : never;
/** A path of the table, or the base that several begin with. */
export type KnownPath = GetPath | PostPath | Base<GetPath | keyof Posts>;

type CallOf<P, M extends Method> = P extends keyof Tables[M]
  ? Tables[M][P]
  : P extends EntityPath<infer C>
    ? AnyEntityCall<C>
    : never;

export type InputAt<P, M extends Method> = CallOf<P, M> extends { readonly input: infer I extends object } ? I : never;
export type OutputAt<P, M extends Method> = CallOf<P, M> extends { readonly output: infer O } ? O : never;

/** What follows the path: the input, which may be left out where nothing has to be given, and options. */
export type ArgumentsOf<P, M extends Method, Options> =
  Readonly<Record<never, never>> extends InputAt<P, M>
    ? [input?: InputAt<P, M>, options?: Options]
    : [input: InputAt<P, M>, options?: Options];
