import type { Row } from '@wheelhouse/entities/fields';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';

/** A critical battery alarm that is not over may be handled only after the owner was contacted, and with a remark of at least 10 characters. @throws AppError 1001 */
export const careful = (ctx: CallContext, values: Row): void => {
  const texts = {
    remark: {
      zh: '未恢复的紧急电池报警，处理说明至少10个字',
      en: 'An active critical battery alarm needs a handling note of at least 10 characters',
    },
    owner: {
      zh: '未恢复的紧急电池报警须先联系车主',
      en: 'Contact the owner first (active critical battery alarm)',
    },
  };
  const errors = [
    ...([...String(values['handleRemark'] ?? '')].length < 10
      ? [{ field: 'handleRemark', message: texts.remark[ctx.lang] }]
      : []),
    ...(Number(values['contactedOwner']) === 1 ? [] : [{ field: 'contactedOwner', message: texts.owner[ctx.lang] }]),
  ];
  if (errors.length > 0) throw new AppError(1001, undefined, { errors });
};
