import { codes } from './codes.ts';
import type { Issue } from './define.ts';
import type { Row } from './fields.ts';
import { webAddress } from './patterns.ts';

// Where something in the app leads: the fields `jumpType` and `jumpTarget`.

const { none, url, appPage } = codes.JumpType;
const withTarget: readonly number[] = [url, appPage];

/** Codes of D:JumpType that can be chosen: articles and activities are no records of the platform yet. */
export const jumpTypes: readonly number[] = [none, url, appPage];

/** Whether the way leads to a target that has to be named. */
export const hasJumpTarget = ({ jumpType }: Row): boolean => withTarget.includes(Number(jumpType));

/** Ways that are not offered yet. */
export const knownJump = ({ jumpType }: Row): Issue | undefined =>
  jumpType === undefined || jumpType === null || jumpTypes.includes(Number(jumpType))
    ? undefined
    : { field: 'jumpType', text: { zh: '暂不支持该选项', en: 'Not available here' } };

/** Links are web addresses; which hosts they may lead to is for the server to say. */
export function jumpsByHttps({ jumpType, jumpTarget }: Row): Issue | undefined {
  if (Number(jumpType) !== url || typeof jumpTarget !== 'string') return undefined;
  return webAddress.test(jumpTarget)
    ? undefined
    : { field: 'jumpTarget', text: { zh: '须为https地址', en: 'Must be an https address' } };
}
