/**
 * Reads for many who ask at once: one reading at a time, and who asks while it runs is read with all others by the next one. No answer is older than
 * the question.
 * @param read answers by key; those that are not there have none
 */
export function inTurn<Key, Answer>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Answer>>,
): (key: Key) => Promise<Answer | undefined> {
  let running: Promise<unknown> = Promise.resolve();
  let waiting: { readonly keys: Set<Key>; readonly answers: Promise<ReadonlyMap<Key, Answer>> } | undefined;
  function next(): NonNullable<typeof waiting> {
    const keys = new Set<Key>();
    const answers = running.then(async () => {
      waiting = undefined;
      return read([...keys]);
    });
    running = answers.catch(() => undefined);
    return { keys, answers };
  }
  return async (key) => {
    waiting ??= next();
    waiting.keys.add(key);
    return (await waiting.answers).get(key);
  };
}
