/** Short messages to the user from anywhere. The shell plugs in the component that shows them. */
export interface Notifier {
  readonly success: (text: string) => void;
  readonly error: (text: string) => void;
  readonly warning: (text: string) => void;
  readonly info: (text: string) => void;
}

type Kind = keyof Notifier;

let current: Notifier | null = null;
/** Messages from before the shell was ready; shown when it is. */
let waiting: (readonly [Kind, string])[] = [];

/** Plugs in what shows messages; answers the function that takes it out again. */
export function setNotifier(notifier: Notifier): () => void {
  current = notifier;
  for (const [kind, text] of waiting) notifier[kind](text);
  waiting = [];
  return () => {
    if (current === notifier) current = null;
  };
}

function say(kind: Kind, text: string): void {
  if (current === null) waiting.push([kind, text]);
  else current[kind](text);
}

export const notify: Notifier = {
  success: (text) => say('success', text),
  error: (text) => say('error', text),
  warning: (text) => say('warning', text),
  info: (text) => say('info', text),
};
