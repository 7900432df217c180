import type { CallContext } from '../http/context.ts';

type Issuer = (ctx: CallContext, name: string, path: string) => Promise<string>;
let issuer: Issuer | undefined;

/** The files module says how a made file comes to its user: it takes the file at `path` away and makes the name its own. */
export function setFileIssuer(issue: Issuer): void {
  issuer = issue;
}

/** Hands a made file to the calling user alone, for `/common/download`. @returns the file name to ask for */
export async function issueFile(ctx: CallContext, name: string, path: string): Promise<string> {
  if (!issuer) throw new Error('No module issues files');
  return issuer(ctx, name, path);
}
