import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { keepAwake } from '../../shared/awake.ts';
import { Button } from '../../shared/button.tsx';
import { camera } from '../preferences.ts';
import { startCamera, type CameraState, type Light } from './camera.ts';
import { cameraView as texts } from './texts/en.ts';

/** The picture of the camera, and its state. */
export function CameraView({ onCode }: { readonly onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const state = useSignal<CameraState>('starting');
  const light = useSignal<Light | undefined>(undefined);
  const isMirrored = useSignal(false);
  useEffect(keepAwake, []);
  useEffect(() => {
    const listener = {
      onCode,
      onState: (now: CameraState) => void (state.value = now),
      onLight: (turn: Light) => void (light.value = turn),
      onFront: (isFront: boolean) => void (isMirrored.value = isFront),
    };
    light.value = undefined;
    return video.current ? startCamera(video.current, listener, camera.value) : undefined;
  }, [camera.value]);
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
      {light.value && <Torch turn={light.value} />}
    </section>
  );
}

/** The light of the camera that is in use. */
function Torch({ turn }: { readonly turn: Light }) {
  const isLit = useSignal(false);
  const press = async () => {
    await turn(!isLit.value);
    isLit.value = !isLit.value;
  };
  return (
    <Button kind="calm" data-testid="kiosk-torch" aria-pressed={isLit.value} onClick={press}>
      {texts.light}
    </Button>
  );
}
