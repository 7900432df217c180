import { labelOf as labelOfField, plain } from '@wheelhouse/entities/registry';
import { vehicleStatus } from '@wheelhouse/entities/fleet/vehicle-status';
import type { Text } from '../../i18n/lang.ts';

export const vehicleStatusEntity = plain(vehicleStatus);
export const labelOf = (name: string): Text => labelOfField(vehicleStatusEntity, name);
