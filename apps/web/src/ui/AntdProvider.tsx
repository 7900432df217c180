import ConfigProvider from 'antd/es/config-provider';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { getLang, langStore, useLang } from '../i18n/lang.ts';
import { surroundParts } from './part.tsx';
import { antdTheme } from '../theme/antd.ts';
import { useTheme } from '../theme/theme.ts';

const followLang = (): void => void dayjs.locale(getLang() === 'zh' ? 'zh-cn' : 'en');
followLang();
langStore.subscribe(followLang);

const Inside = createContext(false);

/** Theme and texts of antd around a part of the console that shows something of it. A part inside another one has them already. */
function AntdProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return use(Inside) ? children : <Provider>{children}</Provider>;
}

function Provider({ children }: { readonly children: ReactNode }): ReactNode {
  const lang = useLang();
  const theme = useTheme();
  const config = useMemo(() => antdTheme(theme), [theme]);
  return (
    <Inside value={true}>
      <ConfigProvider
        theme={config}
        locale={lang === 'zh' ? zhCN : enUS}
        button={{ autoInsertSpace: false }}
        form={{ scrollToFirstError: true }}
      >
        {children}
      </ConfigProvider>
    </Inside>
  );
}

surroundParts(AntdProvider);
