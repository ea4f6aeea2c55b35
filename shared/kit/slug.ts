import slugify from '@sindresorhus/slugify';

/**
 * Returns what stands for a name in an address or an event file: `spring-hack` for "Spring Hack!". Empty where the name has
 * neither letters nor digits.
 * @param longest Maximum number of characters.
 */
export const slugOf = (name: string, longest: number): string =>
  slugify(name, { decamelize: false }).slice(0, longest).replace(/-+$/, '');
