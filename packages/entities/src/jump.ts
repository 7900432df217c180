import type { Text } from '@wheelhouse/contract/lang';
import { codes } from './codes.ts';
import type { Issue } from './define.ts';
import type { Row } from './fields.ts';
import { webAddress } from './patterns.ts';

// Where something in the app leads: the fields `jumpType`, `jumpTarget`, `articleId` and `activityId`.

const { none, url, appPage, article, activity } = codes.JumpType;
const withTarget: readonly number[] = [url, appPage];

/** Codes of D:JumpType that can be chosen. */
export const jumpTypes: readonly number[] = [none, url, appPage, article, activity];

/** Whether the way leads to an article. It is chosen as `articleId`; the app is told its id as the target. */
export const jumpsToArticle = ({ jumpType }: Row): boolean => Number(jumpType) === article;

export const jumpArticle = { zh: '跳转文章', en: 'Article' } as const satisfies Text;

/** The same of an AR event, as `activityId`. */
export const jumpsToActivity = ({ jumpType }: Row): boolean => Number(jumpType) === activity;

export const jumpActivity = { zh: '跳转活动', en: 'Event' } as const satisfies Text;

/** Whether the way leads to a target that has to be typed. */
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
