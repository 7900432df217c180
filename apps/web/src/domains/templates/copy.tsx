import { CopyOutlined } from '@ant-design/icons';
import type { RouteName } from '@wheelhouse/entities/routes';
import { textOf } from '../../entity-ui/model.ts';
import type { RecordPage } from '../../entity-ui/override.ts';
import { common } from '../../i18n/common.ts';
import { hrefOf } from '../../routing/page.ts';

/** The way to a new template that begins as a copy of one. */
export const copyTo = (page: RouteName, id: unknown): readonly RecordPage[] => [
  {
    label: common.copy,
    icon: <CopyOutlined />,
    href: hrefOf(page, { copy: textOf(id) }),
    code: 'messageTemplateManage.copy',
  },
];
