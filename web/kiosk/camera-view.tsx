import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../shared/button.tsx';
import { camera } from './preferences.ts';
import { startCamera, type CameraState, type Light } from './camera.ts';
import { cameraView as texts } from './texts/en.ts';

/** The picture of the camera, and its state. */
export function CameraView({ onCode }: { readonly onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const state = useSignal<CameraState>('starting');
  const light = useSignal<Light | undefined>(undefined);
  const isLit = useSignal(false);
  const isMirrored = useSignal(false);
  useEffect(() => {
    const listener = {
      onCode,
      onState: (now: CameraState) => void (state.value = now),
      onLight: (turn: Light) => void (light.value = turn),
      onFront: (isFront: boolean) => void (isMirrored.value = isFront),
    };
    light.value = undefined;
    isLit.value = false;
    return video.current ? startCamera(video.current, listener, camera.value) : undefined;
  }, [camera.value]);
  const turn = async () => {
    await light.value?.(!isLit.value);
    isLit.value = !isLit.value;
  };
  return (
    <section class="camera" aria-label={texts.label} data-state={state.value}>
      <video
        ref={video}
        class={isMirrored.value ? 'mirrored' : undefined}
        muted
        playsInline
        aria-hidden="true"
        tabIndex={-1}
      />
      <p role="status">{texts.states[state.value]}</p>
      {light.value && (
        <Button kind="calm" data-testid="kiosk-torch" aria-pressed={isLit.value} onClick={turn}>
          {texts.light}
        </Button>
      )}
    </section>
  );
}
