/** Texts of which several entities have the same. */

/** An https address, without what browsers and servers read differently (user names, backslashes). */
export const webAddress = /^https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/;

/** A version of the app: `1.2.0`. */
export const appVersion = /^\d{1,3}\.\d{1,3}\.\d{1,3}$/;
