import { limiter } from '../../limiter.ts';
import { PushRefused, type Receipt } from '../push/adapter.ts';

/** Few at a time, so that what is to be sent has its turns in between. */
const parallel = 4;
/** When the service is slow, the rest is asked for later. */
const patienceMs = 10_000;

/** Asks for receipts one by one; one that cannot be had now is left out. @throws what is no refusal */
export async function askReceipts<Sent>(
  sent: readonly Sent[],
  ask: (one: Sent) => Promise<Receipt | undefined>,
): Promise<Receipt[]> {
  const turn = limiter(parallel);
  const until = Date.now() + patienceMs;
  const asked = sent.map((one) =>
    turn(async () => {
      if (Date.now() > until) return undefined;
      try {
        return await ask(one);
      } catch (error) {
        if (error instanceof PushRefused) return undefined;
        throw error;
      }
    }),
  );
  return (await Promise.all(asked)).filter((receipt) => receipt !== undefined);
}
