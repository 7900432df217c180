import { Form } from 'antd';
import type { ReactNode } from 'react';
import { commonAudiences } from '@wheelhouse/entities/audience';
import { codes } from '@wheelhouse/entities/codes';
import { f } from '@wheelhouse/entities/fields';
import type { RowOf } from '@wheelhouse/entities/rows';
import { adJumpTypes } from '@wheelhouse/entities/marketing/advertisement';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { DictInput } from '../../../entity-ui/inputs/choice.tsx';
import { TextInput } from '../../../entity-ui/inputs/text.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import { useDictLookup } from '../../../reference/reference.ts';
import { part } from '../../../ui/part.tsx';
import { among, audienceCells, audienceForm } from '../../../blocks/audience.tsx';
import { AdPreview, AdScreen } from './AdPreview.tsx';

const Statistics = part(() => import('./Statistics.tsx'));

const audience = audienceForm('advertisement', commonAudiences);
const appPage = f.dict('AppPage');

/** An address, or a page of the app, as the form's way to jump says. */
function JumpTargetInput(props: InputProps): ReactNode {
  const type: unknown = Form.useWatch('jumpType');
  const { field } = props;
  if (Number(type) === codes.JumpType.appPage) return <DictInput {...props} field={appPage} />;
  return field.kind === 'text' ? <TextInput {...props} field={field} /> : null;
}

function JumpTargetCell({ row, value }: CellPropsOf<'advertisement'>): ReactNode {
  const dict = useDictLookup();
  const target = textOf(value);
  return Number(row.jumpType) === codes.JumpType.appPage ? (dict('AppPage', target)?.name ?? target) : target;
}

const advertisementOverride = defineOverride('advertisement', {
  aside: AdPreview,
  input: {
    jumpType: among(adJumpTypes),
    jumpTarget: JumpTargetInput,
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
