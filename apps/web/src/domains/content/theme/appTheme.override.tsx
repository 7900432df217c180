import { SoundOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { voice } from '@wheelhouse/entities/content/voice';
import { plain } from '@wheelhouse/entities/registry';
import { useDialogs } from '../../../entity-ui/dialogs.tsx';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Button } from '../../../ui/Button.tsx';
import { dialogPart, part } from '../../../ui/part.tsx';
import { ThemeNav } from '../holiday/ThemeNav.tsx';
import { texts, useThemeTexts } from './texts.ts';

const EntityDrawer = dialogPart(() => import('../../../entity-ui/list/EntityDrawer.tsx'));
const RecordPreview = part(() => import('./ThemePreview.tsx'));
const FormPreview = part(async () => ({ default: (await import('./ThemePreview.tsx')).ThemePreview }));
const Statistics = part(() => import('./Statistics.tsx'));

/** Opens the voices of voice packs, which have no page of their own: whoever reviews a pack listens to them. */
function Voices(): ReactNode {
  const words = useThemeTexts();
  const dialogs = useDialogs();
  const open = (): void =>
    void dialogs.open((close) => (
      <EntityDrawer entity={plain(voice)} title={words('voices')} onClose={() => close(null)} />
    ));
  return (
    <Button icon={<SoundOutlined />} onClick={open}>
      {words('voices')}
    </Button>
  );
}

export const themeOverride = defineOverride('appTheme', {
  nav: () => <ThemeNav kind="themes" />,
  actions: Voices,
  aside: FormPreview,
  tabs: [
    { key: 'preview', label: texts.preview, code: 'themeManage.preview', component: RecordPreview },
    { key: 'statistics', label: texts.statistics, code: 'themeManage.statistics', component: Statistics },
  ],
});

export { themeOverride as default };
