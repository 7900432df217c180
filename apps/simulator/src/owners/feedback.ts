import type { OwnFeedback } from '@wheelhouse/contract/calls/feedback';
import { machines } from '@wheelhouse/entities/machines';
import { additions, complaints, ends, greetings, questions, reports, thanks, wishEnds } from './words.ts';
import type { Session } from './session.ts';
import { versionOf } from './updates.ts';

const { unhandled, inProgress, replied, followingUp } = machines['SM-Feedback'].states;
const open: readonly number[] = [unhandled, inProgress, replied, followingUp];
/** Owners do not ask for ever: after so many messages of theirs a reply is good. */
const mostOwn = 2;
/** Categories of feedback about a vehicle. */
const aboutVehicle = /^P0[12356]/;

/** Reports something, or wishes for it. */
export async function fileFeedback(session: Session): Promise<void> {
  const { ask, now, spec, phone, memory, random } = session;
  const [category, text] = random.pick(reports);
  const isWish = category === 'P09';
  const content = `${random.pick(greetings)}${text}${random.pick(isWish ? wishEnds : ends)}`;
  await ask('POST /app/v1/feedback/submit', {
    categoryCode: category.slice(0, 3),
    ...(category.length > 3 && { subCode: category }),
    content,
    ...(spec.vin !== null && aboutVehicle.test(category) && { vin: spec.vin }),
    withLog: category.startsWith('P04') && random.chance(0.5) ? 1 : 0,
    clientOs: spec.clientOs,
    osVersion: phone.osVersion,
    phoneModel: phone.model,
    appVersion: versionOf(session).versionName,
    network: random.pick(['5G', '5G', 'Wi-Fi', '4G']),
  });
  memory.waits = true;
  memory.wroteAt = now;
}

/** Reads what became of their feedback, and answers what support has written. */
export async function followUp(session: Session): Promise<void> {
  const { list } = await session.ask('GET /app/v1/feedback/list', { page: 1, pageSize: 5 });
  session.memory.waits = list.some(({ status }) => open.includes(status));
  for (const one of list) {
    if (one.status === replied && one.replies.at(-1)?.side === 'staff') await answer(session, one);
    else if (one.status === unhandled || one.status === inProgress) await addSomething(session, one);
  }
}

const messagesOf = ({ replies }: OwnFeedback): number => replies.filter(({ side }) => side === 'user').length;

async function answer({ ask, now, memory, random }: Session, feedback: OwnFeedback): Promise<void> {
  const { feedbackNo } = feedback;
  // Some think about it until the next time.
  if (random.chance(0.25)) return;
  const mood = messagesOf(feedback) >= mostOwn ? 1 : random.next();
  if (mood < 0.16) await ask('POST /app/v1/feedback/append', { feedbackNo, content: random.pick(questions) });
  else if (mood < 0.34)
    await ask('POST /app/v1/feedback/satisfy', { feedbackNo, satisfied: 0, text: random.pick(complaints) });
  else
    await ask('POST /app/v1/feedback/satisfy', {
      feedbackNo,
      satisfied: 1,
      text: random.chance(0.6) ? random.pick(thanks) : null,
    });
  memory.wroteAt = now;
}

/** Before anybody has answered, once. */
async function addSomething({ ask, now, memory, random }: Session, feedback: OwnFeedback): Promise<void> {
  if (feedback.replies.length > 0 || !random.chance(0.03)) return;
  await ask('POST /app/v1/feedback/append', { feedbackNo: feedback.feedbackNo, content: random.pick(additions) });
  memory.wroteAt = now;
}
