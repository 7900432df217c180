import {
  AlertOutlined,
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BugOutlined,
  CarOutlined,
  CloudUploadOutlined,
  ControlOutlined,
  CustomerServiceOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  GiftOutlined,
  HomeOutlined,
  LineChartOutlined,
  MessageOutlined,
  MobileOutlined,
  NotificationOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  SolutionOutlined,
  WarningOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import type { ComponentType, ReactNode } from 'react';

/** Icons a menu entry may have, by the name that its function node carries. */
export const menuIcons: Readonly<Record<string, ComponentType<{ className?: string }>>> = {
  AlertOutlined,
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BugOutlined,
  CarOutlined,
  CloudUploadOutlined,
  ControlOutlined,
  CustomerServiceOutlined,
  ExperimentOutlined,
  FileTextOutlined,
  GiftOutlined,
  HomeOutlined,
  LineChartOutlined,
  MessageOutlined,
  MobileOutlined,
  NotificationOutlined,
  QuestionCircleOutlined,
  SettingOutlined,
  ShoppingCartOutlined,
  SolutionOutlined,
  WarningOutlined,
  WifiOutlined,
};

export function MenuIcon({ name }: { readonly name: string }): ReactNode {
  const Icon = menuIcons[name] ?? AppstoreOutlined;
  return <Icon className="sh-menu-icon" />;
}
