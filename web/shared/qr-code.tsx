// Imports only the encoder, because the drawing part is half of the package.
import { create } from 'qrcode/lib/core/qrcode.js';
import { useMemo } from 'preact/hooks';

/** Modules of white around a code; its card is the rest of the four without which readers do not find it. */
const margin = 1;

interface Props {
  readonly text: string;
  /** A name for screen readers. */
  readonly label: string;
  readonly testId?: string;
}

/** A QR code that survives a scratched screen: a quarter of it may be lost. */
export function QrCode({ text, label, testId }: Props) {
  const { size, path } = useMemo(() => drawn(text), [text]);
  const side = size + 2 * margin;
  return (
    <svg
      class="code"
      viewBox={`0 0 ${side} ${side}`}
      shape-rendering="crispEdges"
      role="img"
      aria-label={label}
      data-testid={testId}
      data-token={text}
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as one path, a stroke for each, and the modules of one side with their margin. */
export function drawn(text: string): { size: number; path: string } {
  const { modules } = create(text, { errorCorrectionLevel: 'Q' });
  const { size } = modules;
  const squares = Array.from({ length: size * size }, (_, index) => {
    const [row, column] = [Math.floor(index / size), index % size];
    return modules.get(row, column) ? `M${column + margin} ${row + margin}h1v1h-1z` : '';
  });
  return { size, path: squares.join('') };
}
