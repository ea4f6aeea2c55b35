/** Texts of the first page, in Spanish. */
import { number } from '../../shared/intl.ts';
import type * as en from './en.ts';

export const landing: typeof en.landing = {
  signUp: 'Registrarse',
  title: 'Tu hackathon, de principio a fin',
  about: 'Muster lo organiza contigo: solicitudes, entradas, accesos, equipos y jurado en un solo lugar.',
  signIn: 'Iniciar sesión',
  coming: 'Hackathons en los que puedes participar',
  pairing: (desk) => ['¿Preparas un acceso? Abre ', desk, ' → Doors → Pair a device.'],
  desk: 'Desk',
  forPrograms: 'Para programas: la API',
  comesLater: 'La lista aparecerá en cuanto vuelva la red.',
};

export const doors: typeof en.doors = {
  name: 'Páginas',
  takePart: 'Participo',
  ticket: 'Tu entrada con su código, tu equipo y los resultados.',
  judge: 'Soy jurado',
  teams: 'Tus equipos, uno tras otro. También funciona sin red.',
  organize: 'Organizo',
  live: 'Personas, accesos, equipos y jurado, en directo.',
};

export const hackathons: typeof en.hackathons = {
  organize: 'Organizar uno',
  none: 'Ahora mismo no hay ningún hackathon anunciado.',
  all: (n) => `Mostrar los ${number(n)}`,
  takePart: 'Participar',
  takePartIn: (name) => ` en ${name}`,
  readMore: 'Saber más',
  readMoreAbout: (name) => ` sobre ${name}`,
  projects: 'Proyectos',
  projectsOf: (name) => ` de ${name}`,
};

export const ticket: typeof en.ticket = {
  hackathon: 'Spring Hack',
  days: '6 – 7 de marzo',
};
