const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Shanghai',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Time of day in Asia/Shanghai with tenths of a second, of ms since epoch. */
export const clockText = (at: number): string => `${clock.format(at)}.${Math.floor((at % 1000) / 100)}`;
