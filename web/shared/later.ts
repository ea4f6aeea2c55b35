import { UnreachableError } from '../../clients/typescript/src/index.ts';

/** The styles of the parts, which the page names from the beginning and uses once a part is there. */
let dressed: Promise<unknown> | undefined;

function dress(): Promise<unknown> {
  const named = document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch][href$=".css"]');
  dressed ??= Promise.all([...named].map(({ href }) => wear(href))).catch((cause: unknown) => {
    dressed = undefined;
    throw cause;
  });
  return dressed;
}

const wear = (href: string) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} did not come.`));
    };
    document.head.append(link);
  });

/** Waits for the import of a part of the page that is loaded when it is needed, and for how it looks. */
export const later = async <T>(part: Promise<T>): Promise<T> => {
  try {
    const [loaded] = await Promise.all([part, dress()]);
    return loaded;
  } catch (cause) {
    throw new UnreachableError('A part of the page did not come.', { cause });
  }
};
