import {
  AlertOutlined,
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BugOutlined,
  CarOutlined,
  CloudUploadOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
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
  SlidersOutlined,
  SolutionOutlined,
  WarningOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import type { MenuIconName } from '@wheelhouse/entities/access/actions';
import type { ComponentType, ReactNode } from 'react';

type Icon = ComponentType<{ className?: string }>;

/** Every icon that the function tree is seeded with. */
const icons = {
  AlertOutlined,
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BugOutlined,
  CarOutlined,
  CloudUploadOutlined,
  // As function nodes of earlier releases name it.
  ControlOutlined: SlidersOutlined,
  CustomerServiceOutlined,
  DashboardOutlined,
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
  SlidersOutlined,
  SolutionOutlined,
  WarningOutlined,
  WifiOutlined,
} satisfies Readonly<Record<MenuIconName, Icon>> & Readonly<Record<string, Icon>>;

/** Icons a menu entry may have, by the name that its function node carries. */
export const menuIcons: Readonly<Record<string, Icon>> = icons;

export function MenuIcon({ name }: { readonly name: string }): ReactNode {
  const Icon = menuIcons[name] ?? AppstoreOutlined;
  return <Icon className="sh-menu-icon" />;
}
