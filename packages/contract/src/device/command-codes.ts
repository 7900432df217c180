/** What `code` of a rejected or failed command means; 0 is success, other numbers are the maker's own. */
export const commandCodes = {
  unsupported: 1,
  expired: 2,
  moving: 3,
  badArgument: 4,
  lowCharge: 5,
  mechanical: 6,
} as const;

/** D:CommandResult of a device's code. */
export function resultOfCode(code: number): string {
  switch (code) {
    case 0:
      return 'OK';
    case commandCodes.unsupported:
      return 'UNSUPPORTED';
    case commandCodes.expired:
      return 'TOO_LATE';
    case commandCodes.moving:
      return 'MOVING';
    case commandCodes.badArgument:
      return 'BAD_ARGUMENT';
    case commandCodes.lowCharge:
      return 'LOW_CHARGE';
    case commandCodes.mechanical:
      return 'MECHANICAL';
    default:
      return 'DEVICE';
  }
}
