/** Digits of a commit that people read. */
const digits = 12;

const packedRef = (refs: string | undefined, name: string): string | undefined =>
  refs
    ?.split('\n')
    .find((line) => line.endsWith(` ${name}`))
    ?.split(' ')[0];

/**
 * What a program was built from: BUILD_ID, else the commit of its checkout.
 * @param given BUILD_ID
 * @param read text of a file of the project; undefined where there is none
 * @returns `unknown` where neither says it
 */
export function buildIdOf(given: string | undefined, read: (path: string) => string | undefined): string {
  if (given !== undefined && given !== '') return given;
  const head = read('.git/HEAD')?.trim() ?? '';
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  const commit = ref === undefined ? head : (read(`.git/${ref}`)?.trim() ?? packedRef(read('.git/packed-refs'), ref));
  return commit !== undefined && /^[0-9a-f]{40}/.test(commit) ? commit.slice(0, digits) : 'unknown';
}
