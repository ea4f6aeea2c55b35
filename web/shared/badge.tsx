/** A badge as a picture of its size in print, drawn by the browser. */
import { useMemo } from 'preact/hooks';
import type { Answer } from '../../clients/typescript/src/index.ts';
import { drawn } from './qr-code.tsx';
import { roles } from './texts/en.ts';

export type BadgeData = Answer<'checkIn', 'badge'>['badge'];

/** Millimetres. Two stand side by side on A4, four or five below each other. */
export const badgeSizes = {
  8: { width: 95, height: 68 },
  10: { width: 95, height: 54 },
} as const;
export type PerSheet = keyof typeof badgeSizes;

const [margin, codeSide, bandHeight] = [5, 28, 12];
const weight = { regular: 400, bold: 700 } as const;
type Weight = keyof typeof weight;

/** Draws nothing: it knows how wide the letters of this machine's font are. */
const ruler = document.createElement('canvas').getContext('2d');
const rulerPx = 100;
/** That of the page, which asking for takes as long as measuring. */
let fontFamily: string | undefined;

/** Width of a text in parts of the size of its letters. */
function widthOf(text: string, boldness: Weight): number {
  // As wide as the widest letters, where the browser measures nothing.
  if (!ruler) return text.length;
  fontFamily ??= getComputedStyle(document.body).fontFamily;
  ruler.font = `${weight[boldness]} ${rulerPx}px ${fontFamily}`;
  return ruler.measureText(text).width / rulerPx;
}

/** The largest size in which a text fits, and at most this one; in millimetres, as its room is. */
const sizeOf = (text: string, room: number, most: number, boldness: Weight) =>
  Math.min(most, room / widthOf(text, boldness));

/** A long name stands on two lines. */
function linesOf(name: string): string[] {
  const words = name.split(/\s+/);
  if (name.length <= 12 || words.length === 1) return [name];
  const middle = words.map((_, index) => Math.abs(words.slice(0, index).join(' ').length - name.length / 2));
  const cut = Math.max(1, middle.indexOf(Math.min(...middle)));
  return [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
}

export function Badge({ badge, perSheet = 8 }: { readonly badge: BadgeData; readonly perSheet?: PerSheet }) {
  const { width, height } = badgeSizes[perSheet];
  const { name, track, role, code } = badge;
  const room = width - 2 * margin - (code === null ? 0 : codeSide + 3);
  return (
    <svg
      class="badge"
      data-testid="badge"
      viewBox={`0 0 ${width} ${height}`}
      width={`${width}mm`}
      height={`${height}mm`}
      role="img"
      aria-label={[name, track, roles[role]].filter(Boolean).join(', ')}
    >
      <rect width={width} height={height} fill="#fff" />
      <rect x="0.1" y="0.1" width={width - 0.2} height={height - 0.2} fill="none" stroke="#bbb" stroke-width="0.2" />
      <Name name={name} room={room} />
      {track && (
        <text x={margin} y={height - bandHeight - 5} font-size={sizeOf(track, room, 4.5, 'regular')} fill="#000">
          {track}
        </text>
      )}
      <Band role={role} width={width} top={height - bandHeight} />
      {code !== null && <Code code={code} x={width - margin - codeSide} y={(height - bandHeight - codeSide) / 2} />}
    </svg>
  );
}

function Name({ name, room }: { readonly name: string; readonly room: number }) {
  const lines = linesOf(name);
  const size = Math.min(...lines.map((line) => sizeOf(line, room, 11, 'bold')));
  return (
    <>
      {lines.map((line, index) => (
        <text
          key={line}
          x={margin}
          y={margin + 4 + size * (index + 0.8)}
          font-size={size}
          font-weight={weight.bold}
          fill="#000"
        >
          {line}
        </text>
      ))}
    </>
  );
}

/** Staff are known from afar by a dark band. */
function Band({ role, width, top }: Pick<BadgeData, 'role'> & { readonly width: number; readonly top: number }) {
  const [ground, ink] = role === 'PARTICIPANT' ? ['#e8e8e8', '#000'] : ['#000', '#fff'];
  return (
    <>
      <rect y={top} width={width} height={bandHeight} fill={ground} />
      <text x={margin} y={top + 8} font-size="5.5" font-weight="700" fill={ink}>
        {roles[role]}
      </text>
    </>
  );
}

function Code({ code, x, y }: { readonly code: string; readonly x: number; readonly y: number }) {
  const { size, path } = useMemo(() => drawn(code), [code]);
  const viewBox = `0 0 ${size + 2} ${size + 2}`;
  return (
    <svg {...{ x, y, viewBox }} width={codeSide} height={codeSide} shape-rendering="crispEdges" data-token={code}>
      <path d={path} fill="#000" />
    </svg>
  );
}
