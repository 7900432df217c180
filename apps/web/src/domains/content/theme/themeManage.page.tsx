import type { ReactNode } from 'react';
import { appTheme } from '@wheelhouse/entities/content/app-theme';
import { holidayVoice } from '@wheelhouse/entities/content/holiday-voice';
import { plain } from '@wheelhouse/entities/reading';
import { EntityListPage } from '../../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../../routing/page.ts';
import { holidayVoiceOverride } from '../holiday/holidayVoice.override.tsx';
import { themeOverride } from './appTheme.override.tsx';

const [themes, holidays] = [plain(appTheme), plain(holidayVoice)];

/** Themes of the app; the voices of holidays have a list of their own. */
export default function ThemeManage(): ReactNode {
  return usePage().search.get('view') === 'holiday' ? (
    <EntityListPage key="holidays" entity={holidays} override={holidayVoiceOverride} />
  ) : (
    <EntityListPage key="themes" entity={themes} override={themeOverride} />
  );
}
