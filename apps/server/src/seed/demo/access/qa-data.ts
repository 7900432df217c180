import type { Text } from '@wheelhouse/contract/lang';
import type { RouteName } from '@wheelhouse/entities/routes';

/** A question on the console's use. Answers are HTML. */
export interface Qa {
  /** D:QaCategory. */
  readonly category: '1' | '2' | '3' | '4' | '5';
  readonly question: Text;
  readonly answer: Text;
  readonly route: RouteName | null;
}
