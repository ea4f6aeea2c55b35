/** Reads QR codes with the camera: by the browser itself where it can, else by ZXing, which is served with the page. */

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

/**
 * Shows the camera in this element and tells each code it reads, as often as it reads it.
 * @returns What ends it.
 */
export function startCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  onState: (state: CameraState) => void,
): () => void {
  const end = new AbortController();
  void look(video, onCode, onState, end.signal).catch((error: unknown) => {
    const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
    onState(isRefused ? 'refused' : 'missing');
  });
  return () => end.abort();
}

async function look(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  onState: (state: CameraState) => void,
  end: AbortSignal,
): Promise<void> {
  onState('starting');
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (end.aborted) return stop();
  end.addEventListener('abort', stop);
  video.srcObject = stream;
  await video.play();
  const reader = await detector();
  onState('on');
  while (!end.aborted) {
    // A frame that cannot be read is followed by others.
    const codes = document.hidden ? [] : await reader.detect(video).catch(() => []);
    for (const { rawValue } of codes) onCode(rawValue);
    await wait(pause);
  }
}
