import type { IconComponentProps } from '@ant-design/icons/lib/components/AntdIcon';
import { createElement, type HTMLAttributes, type ReactNode, type Ref } from 'react';
import './icon.css';

type IconDefinition = IconComponentProps['icon'];
type AbstractNode = Exclude<IconDefinition['icon'], (...colors: never[]) => unknown>;

export interface IconProps extends HTMLAttributes<HTMLSpanElement> {
  readonly icon: IconDefinition;
  readonly ref?: Ref<HTMLSpanElement>;
  readonly spin?: boolean;
  /** Degrees. */
  readonly rotate?: number;
}

const shape = ({ tag, attrs, children }: AbstractNode, key: number): ReactNode =>
  createElement(tag, { key, ...attrs }, ...(children ?? []).map(shape));

/**
 * What every icon of `@ant-design/icons` is drawn by here (`build/antd.ts`): the package's own brings two-tone colours and
 * styles written at run time along, which none of ours has, and names each icon by the English name of its drawing. Icons stand
 * beside a text or in a button that has a name: to assistive technology they are not there, unless they are given a name.
 * @public
 */
export default function Icon({ icon, spin = false, rotate, className, ...rest }: IconProps): ReactNode {
  // Two-tone icons make theirs from colours.
  const svg = typeof icon.icon === 'function' ? icon.icon('currentColor', 'transparent') : icon.icon;
  const turning = spin || icon.name === 'loading' ? ' anticon-spin' : '';
  return (
    <span
      {...(rest['aria-label'] === undefined ? { 'aria-hidden': true } : { role: 'img' })}
      tabIndex={rest.onClick === undefined ? undefined : -1}
      {...rest}
      className={`anticon anticon-${icon.name}${turning}${className ? ` ${className}` : ''}`}
    >
      <svg
        viewBox={svg.attrs['viewBox'] ?? '64 64 896 896'}
        width="1em"
        height="1em"
        fill="currentColor"
        aria-hidden="true"
        focusable="false"
        style={rotate === undefined ? undefined : { transform: `rotate(${rotate}deg)` }}
      >
        {svg.children?.map(shape)}
      </svg>
    </span>
  );
}
