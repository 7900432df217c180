import type { ReactNode } from 'react';
import { commonAudiences } from '@wheelhouse/entities/audience';
import type { RowOf } from '@wheelhouse/entities/rows';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { audienceCells, audienceForm } from '../../../blocks/audience.tsx';
import { jumpInputs, JumpTargetCell } from '../../../blocks/jump.tsx';
import { AdPreview, AdScreen } from './AdPreview.tsx';

const Statistics = part(() => import('./Statistics.tsx'));

const audience = audienceForm('advertisement', commonAudiences);

const advertisementOverride = defineOverride('advertisement', {
  aside: AdPreview,
  input: {
    ...jumpInputs,
    ...audience.input,
  },
  below: audience.below,
  cell: { jumpTarget: JumpTargetCell, ...audienceCells },
});

const Preview = ({ row }: { readonly row: RowOf<'advertisement'> }): ReactNode => (
  <AdScreen
    position={row.position}
    url={fileUrls(row, 'image')[0]}
    title={row.title}
    seconds={row.displaySeconds ?? 3}
  />
);

const advertisementDetailOverride = {
  ...advertisementOverride,
  ...defineOverride('advertisement', {
    cell: { jumpTarget: JumpTargetCell, ...audienceCells },
    tabs: [
      { key: 'statistics', label: { zh: '统计', en: 'Statistics' }, component: Statistics },
      { key: 'preview', label: { zh: '预览', en: 'Preview' }, component: Preview },
    ],
  }),
};

export { advertisementOverride as default, advertisementDetailOverride as detail };
