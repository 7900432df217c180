import { defineOverride } from '../../entity-ui/override.ts';
import { Figures } from './Figures.tsx';

export default defineOverride('serviceAccountLog', { nav: Figures });
