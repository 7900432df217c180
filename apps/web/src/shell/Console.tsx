import { QueryClientProvider } from '@tanstack/react-query';
import { ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useMemo, type ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { queryClient, watchQueries } from '../api/query.ts';
import { getLang, langStore, useLang } from '../i18n/lang.ts';
import { useStore } from '../lib/store.ts';
import { sessionStore } from '../session/session.ts';
import { antdTheme } from '../theme/antd.ts';
import { useTheme } from '../theme/theme.ts';
import { ConfirmHost } from './ConfirmHost.tsx';
import { startErrorReports } from './error-report.ts';
import { Shell } from './Shell.tsx';
import { Toasts } from './Toasts.tsx';

const followLang = (): void => void dayjs.locale(getLang() === 'zh' ? 'zh-cn' : 'en');
followLang();
langStore.subscribe(() => {
  followLang();
  // Texts in answers are in the old language.
  void queryClient.invalidateQueries();
});
startErrorReports();
watchQueries();

/** Everything behind the login: providers first, the shell once user and functions are there. */
export function Console(): ReactNode {
  const lang = useLang();
  const theme = useTheme();
  const session = useStore(sessionStore);
  const config = useMemo(() => antdTheme(theme), [theme]);
  return (
    <ConfigProvider
      theme={config}
      locale={lang === 'zh' ? zhCN : enUS}
      button={{ autoInsertSpace: false }}
      form={{ scrollToFirstError: true }}
    >
      <QueryClientProvider client={queryClient}>
        {session === null ? (
          <div className="wh-starting">
            <span className="wh-spinner" aria-hidden="true" />
          </div>
        ) : (
          <BrowserRouter>
            <Shell session={session} />
          </BrowserRouter>
        )}
      </QueryClientProvider>
      <Toasts />
      <ConfirmHost />
    </ConfigProvider>
  );
}
