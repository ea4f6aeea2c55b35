/** Texts of the board, in Spanish. */
import { number, plural } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const page: typeof en.page = {
  loading: 'Cargando',
  isPairing: 'Vinculando esta pantalla',
  pair: 'Vincular esta pantalla',
  ended: 'Esta pantalla se ha desconectado',
  nothingKept: 'El equipo organizador la ha desconectado o se ha acabado su tiempo. Aquí no queda nada guardado.',
};

export const screen: typeof en.screen = {
  live: 'En directo',
  often: 'Cada 5 segundos',
  numbers: 'Cuántas personas han llegado',
  ofAreHere: (shown, n) => ['de ', shown, plural(n, ' ya está aquí', ' ya están aquí')],
  perMinute: (shown) => [shown, ' por minuto'],
  share: 'Proporción de personas que ya están aquí',
  allHere: 'Ya están todos.',
  nobodyComes: 'Ahora mismo no llega nadie.',
  allInBy: (time) => ['A este ritmo estarán todos a las ', time, '.'],
  areClosed: (shown) => ['Las puertas están cerradas: vinieron ', shown],
  doors: 'Abierto ahora',
  noDoor: 'Ahora no hay ninguna entrada abierta.',
  ofExpected: (n, expected) => `${number(n)} de ${number(expected)}`,
  refused: 'Sin acceso',
  nobodyRefused: 'Nadie en las últimas seis horas.',
  showRefused: 'Mostrar quién no pudo entrar',
  hideRefused: 'Ocultar quién no pudo entrar',
  latest: 'Últimos',
  nobodyCame: 'Todavía no ha llegado nadie.',
  showNames: 'Mostrar nombres',
  hideNames: 'Ocultar nombres',
};

export const arrivals: typeof en.arrivals = {
  title: 'Llegadas',
  each: 'cada cinco minutos',
  now: 'ahora',
  none: 'Sin llegadas',
  picture: (n, since, most) =>
    `${number(n)} ${plural(n, 'llegada', 'llegadas')} desde las ${since}, ${number(most)} en cinco minutos como máximo`,
};
