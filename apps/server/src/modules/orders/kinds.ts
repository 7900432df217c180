import { codes } from '@wheelhouse/entities/codes';
import { boxKind } from './boxes/kind.ts';
import { goodsKind } from './goods/kind.ts';
import type { OrderKind } from './kind.ts';

/** What there is to know about a kind of orders (D:OrderKind). */
export const kindOf = (kind: number): OrderKind => (kind === codes.OrderKind.blindBox ? boxKind : goodsKind);
