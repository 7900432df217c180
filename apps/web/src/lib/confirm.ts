import { createStore } from './store.ts';

/** A question that must be answered before something happens. */
export interface Question {
  /** What will happen, as a question. */
  readonly title: string;
  readonly description?: string | undefined;
  /** The yes button is red. */
  readonly danger?: boolean;
  /** Label of the yes button; 确定 / OK unless given. */
  readonly okText?: string;
}

export interface OpenQuestion extends Question {
  readonly answer: (yes: boolean) => void;
}

/** The question on the screen; the shell shows it. */
export const questionStore = createStore<OpenQuestion | null>(null);

/** Asks and waits. A second question answers the first with no. */
export function askConfirm(question: Question): Promise<boolean> {
  questionStore.get()?.answer(false);
  return new Promise((resolve) => {
    questionStore.set({
      ...question,
      answer(yes) {
        questionStore.set(null);
        resolve(yes);
      },
    });
  });
}
