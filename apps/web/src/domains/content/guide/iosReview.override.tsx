import type { ReactNode } from 'react';
import { textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';

/** A build number names a build: its digits are not grouped. */
const BuildCell = ({ value }: CellPropsOf<'iosReview'>): ReactNode => <span className="wh-num">{textOf(value)}</span>;

const iosReviewOverride = defineOverride('iosReview', { cell: { buildNo: BuildCell } });

export { iosReviewOverride as default };
