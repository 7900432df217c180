const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', minute: '2-digit' });

/** `10:32` in Asia/Shanghai, of milliseconds since 1970. */
export const clockTime = (time: number): string => clock.format(time);
