/** Reads QR codes with the camera: by the browser itself where it can, else by ZXing, which is served with the page. */

import { signal } from '@preact/signals';
import { cameraView } from './texts/en.ts';

/** Turns the light beside the camera on and off. */
export type Light = (isOn: boolean) => Promise<void>;

/** A camera of this device. Browsers say which there are once one was allowed. */
export interface Camera {
  readonly id: string;
  readonly name: string;
}
export const cameras = signal<readonly Camera[]>([]);

export type CameraState = 'starting' | 'on' | 'refused' | 'missing';
interface Detector {
  detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetector {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Milliseconds between two looks: often enough for a code that is held up, seldom enough for a battery. */
const pause = 120;

async function detector(): Promise<Detector> {
  const native = (globalThis as { BarcodeDetector?: NativeDetector }).BarcodeDetector;
  const formats = ['qr_code'];
  // Some browsers have it and read nothing.
  const reads = await native?.getSupportedFormats().catch((): string[] => []);
  if (native && reads?.includes('qr_code')) return new native({ formats });
  const { openReader } = await import('./reader.ts');
  return openReader();
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Listener {
  readonly onCode: (code: string) => void;
  readonly onState: (state: CameraState) => void;
  /** Called where there is a light. */
  readonly onLight: (light: Light) => void;
  /** Whether the camera looks at the person before the screen, who expects a mirror. */
  readonly onFront: (isFront: boolean) => void;
}

/**
 * Shows a camera in this element, the one that looks away from the screen unless an id is given, and tells each code it reads, as often as it reads it.
 * @returns What ends it.
 */
export function startCamera(video: HTMLVideoElement, listener: Listener, id = ''): () => void {
  const end = new AbortController();
  void look(video, listener, end.signal, id).catch((error: unknown) => {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    listener.onState(isRefused ? 'refused' : 'missing');
  });
  return () => end.abort();
}

/** Phones have a light, of which the types of the platform know nothing. */
function lightOf(stream: MediaStream): Light | undefined {
  const [track] = stream.getVideoTracks();
  const { torch } = (track?.getCapabilities?.() ?? {}) as { readonly torch?: boolean };
  if (!track || !torch) return undefined;
  return (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
}

/** A camera that was chosen and is gone, an unplugged one say, is replaced. */
const wanted = (id: string): MediaTrackConstraints =>
  id === '' ? { facingMode: 'environment' } : { deviceId: { ideal: id } };

async function noteCameras(): Promise<void> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const seen = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  cameras.value = seen.map(({ deviceId, label }, index) => ({
    id: deviceId,
    name: label || cameraView.numbered(index + 1),
  }));
}

const isFront = (stream: MediaStream): boolean => {
  const [track] = stream.getVideoTracks();
  return track?.getSettings().facingMode === 'user' || /\bfront\b|facetime/i.test(track?.label ?? '');
};

async function look(
  video: HTMLVideoElement,
  { onCode, onState, onLight, onFront }: Listener,
  end: AbortSignal,
  id: string,
): Promise<void> {
  onState('starting');
  const stream = await navigator.mediaDevices.getUserMedia({ video: wanted(id) });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (end.aborted) return stop();
  end.addEventListener('abort', stop);
  video.srcObject = stream;
  onFront(isFront(stream));
  void noteCameras();
  await video.play();
  const reader = await detector();
  onState('on');
  const light = lightOf(stream);
  if (light) onLight(light);
  while (!end.aborted) {
    // A frame that cannot be read is followed by others.
    const codes = document.hidden ? [] : await reader.detect(video).catch(() => []);
    for (const { rawValue } of codes) onCode(rawValue);
    await wait(pause);
  }
}
