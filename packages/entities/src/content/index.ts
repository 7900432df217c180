import { appIntroduce } from './app-introduce.ts';
import { appLink } from './app-link.ts';
import { appTheme } from './app-theme.ts';
import { article } from './article.ts';
import { articleComment } from './article-comment.ts';
import { articleType } from './article-type.ts';
import { faq } from './faq.ts';
import { functionClassification } from './function-classification.ts';
import { functionIntroduce } from './function-introduce.ts';
import { functionalFeature } from './functional-feature.ts';
import { guideVideo } from './guide-video.ts';
import { instruction } from './instruction.ts';
import { holidayVoice } from './holiday-voice.ts';
import { iosReview } from './ios-review.ts';
import { supportType } from './support-type.ts';
import { userTheme } from './user-theme.ts';
import { voice } from './voice.ts';

/** Entities of the domain: what the owners' app shows to read and watch, where it leads, and how it looks. A new one is added here, one line. */
export const contentEntities = {
  appIntroduce,
  appLink,
  guideVideo,
  functionClassification,
  functionIntroduce,
  functionalFeature,
  instruction,
  iosReview,
  appTheme,
  article,
  articleComment,
  articleType,
  faq,
  supportType,
  userTheme,
  voice,
  holidayVoice,
} as const;
