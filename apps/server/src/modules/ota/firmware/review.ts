import type { ReviewOf } from '../../../entity/approval/rules.ts';
import { fileDigests } from '../../files/service.ts';

/** What the approval of a package covers: its form with the report of its test, and the bytes of the file. */
export const firmwareReview: ReviewOf<'firmware'> = {
  also: ['sha256'],
  // Whoever uploaded the package or handed it in is no second person, whoever entered it.
  async authors(tx, rows) {
    const authors = new Map<string, readonly string[]>();
    for (const { id, packageFile, testSubmitterId } of rows) {
      const uploader = packageFile === null ? null : (await fileDigests(tx, packageFile))?.uploaderId;
      authors.set(
        id,
        [testSubmitterId, uploader].filter((one) => typeof one === 'string'),
      );
    }
    return authors;
  },
};
