/** Opens the database with the login that owns it, as commands and measurements need it. */
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';

/** Opens a pool with the owner's login and closes it afterwards. */
export async function withOwner<T>(url: string, use: (db: EntityManager) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    driverOptions: { max: 2, application_name: 'muster command line' },
  });
  try {
    return await use(orm.em.fork());
  } finally {
    await orm.close();
  }
}
