/** Fields that SAP and the platform both have, in the order they are compared. */
export const sapComparedFields = [
  'vehicleTypeId',
  'color',
  'imei',
  'ecuSn',
  'productionDate',
  'dealerId',
  'shipDate',
  'batterySns',
] as const;
export type SapComparedField = (typeof sapComparedFields)[number];
/** Fields that may be taken over; a control unit is only changed by its replacement. */
export const sapAdoptableFields = ['color', 'productionDate', 'dealerId', 'shipDate'] as const;
export type SapAdoptableField = (typeof sapAdoptableFields)[number];
