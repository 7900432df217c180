/** What `antd` means in the console (`build/antd.ts`): its parts, with the provider that knows theme and language. */
import './AntdProvider.tsx';

export * from 'antd/es/index';
