import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { startCamera, type CameraState } from './camera.ts';

const words: Record<CameraState, string> = {
  starting: 'Starting the camera…',
  on: 'Hold the code before the camera.',
  refused: 'The camera was not allowed. Allow it in the settings of this page, or use a hand scanner or the keyboard.',
  missing: 'There is no camera. Use a hand scanner or the keyboard.',
};

/** What the camera sees, and how it is. */
export function CameraView({ onCode }: { readonly onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const state = useSignal<CameraState>('starting');
  useEffect(() => (video.current ? startCamera(video.current, onCode, (now) => (state.value = now)) : undefined), []);
  return (
    <section class="camera" aria-label="Camera" data-state={state.value}>
      <video ref={video} muted playsInline aria-hidden="true" tabIndex={-1} />
      <p role="status">{words[state.value]}</p>
    </section>
  );
}
