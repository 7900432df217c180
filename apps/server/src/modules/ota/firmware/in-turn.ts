/**
 * Reads the same for many who ask at once: one reading of a key at a time, and who asks while it runs shares the next one. No answer is older
 * than the question.
 */
export function inTurn<Key, Answer>(read: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const running = new Map<Key, Promise<unknown>>();
  const waiting = new Map<Key, Promise<Answer>>();
  async function next(key: Key): Promise<Answer> {
    await running.get(key);
    waiting.delete(key);
    const answer = read(key);
    const ended = answer.then(
      () => undefined,
      () => undefined,
    );
    running.set(key, ended);
    void ended.then(() => running.get(key) === ended && running.delete(key));
    return answer;
  }
  return (key) => {
    const shared = waiting.get(key) ?? next(key);
    waiting.set(key, shared);
    return shared;
  };
}
