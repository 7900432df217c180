import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { texts } from './texts.ts';

const Content = part(() => import('./Content.tsx'));

/** App logs: their content, in the drawer of the record. */
export const appLogOverride = defineOverride('appLogRecord', {
  add: texts.request,
  tabs: [{ key: 'content', label: texts.content, code: 'appLogRecord.view', component: Content }],
});

export { appLogOverride as default };
