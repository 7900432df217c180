import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { ShelfAsk } from './ShelfAsk.tsx';
import { texts } from './texts.ts';

const Pages = part(() => import('./Pages.tsx'));

const asks = { shelfOn: ShelfAsk };

/** Manuals: what one would replace is named before it is put on the shelf. */
const instructionOverride = defineOverride('instruction', { asks });

/** The document first: that is what a manual is opened for. */
const instructionDetailOverride = defineOverride('instruction', {
  asks,
  tabs: [{ key: 'document', label: texts.document, component: Pages }],
  tabOrder: ['document'],
});

export { instructionOverride as default, instructionDetailOverride as detail };
