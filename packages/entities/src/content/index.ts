import { appTheme } from './app-theme.ts';
import { faq } from './faq.ts';
import { userTheme } from './user-theme.ts';
import { voice } from './voice.ts';

/** Entities of the domain: what the owners' app shows to read, and how it looks. A new one is added here, one line. */
export const content = { appTheme, faq, userTheme, voice } as const;
