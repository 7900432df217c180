import type { ReactNode } from 'react';
import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { article, articleContents } from '@wheelhouse/entities/content/article';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { among } from '../../../blocks/audience.tsx';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { useFormPictures } from '../../../entity-ui/preview/useFormPictures.ts';
import { part } from '../../../ui/part.tsx';
import { ArticleScreen } from './ArticleScreen.tsx';
import { texts } from './texts.ts';
import { TitleInput } from './TitleInput.tsx';
import { UsesAsk } from './UsesAsk.tsx';

const Comments = part(() => import('./Comments.tsx'));
const Readers = part(() => import('./Readers.tsx'));

const picturesOf = ({ coverStyle }: Row): 'cover' | 'coverImages' =>
  Number(coverStyle) === codes.CoverStyle.threeImages ? 'coverImages' : 'cover';

/** The article of the form, as it is being written. */
function Aside({ values }: { readonly values: Row }): ReactNode {
  return <ArticleScreen values={values} covers={useFormPictures(plain(article), values)(picturesOf(values))} />;
}

const Preview = ({ row }: { readonly row: RowOf<'article'> }): ReactNode => (
  <ArticleScreen values={row} covers={fileUrls(row, picturesOf(row))} />
);

const asks = { shelfOff: UsesAsk };

/** Articles: a preview beside their form, and one of what is written now. */
const articleOverride = defineOverride('article', {
  aside: Aside,
  asks,
  input: { title: TitleInput, contentType: among(articleContents) },
});

const articleDetailOverride = defineOverride('article', {
  asks,
  tabs: [
    { key: 'preview', label: { zh: '预览', en: 'Preview' }, component: Preview },
    { key: 'comments', label: texts.comments, component: Comments },
    { key: 'statistics', label: texts.statistics, component: Readers },
  ],
});

export { articleOverride as default, articleDetailOverride as detail };
