import { useSignal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Kiosk } from '../kiosk.ts';

/**
 * Prints the badge of whoever was just checked in, where this kiosk does. Browsers that are started for it
 * (`--kiosk-printing`) ask nobody. Scans that waited are not printed: their people are gone.
 */
export function Printing({ kiosk }: { readonly kiosk: Kiosk }) {
  const badge = useSignal<ComponentChild>(undefined);
  const printed = useRef('');
  const nonce = kiosk.screens.now.value?.nonce;
  const id = kiosk.lists.latest.value.find((entry) => entry.nonce === nonce)?.checkin_id;
  const prints = kiosk.ground.value?.device.prints === true;
  useEffect(() => {
    if (!prints || id === undefined || printed.current === id) return;
    printed.current = id;
    void draw(kiosk, id).then((drawn) => (badge.value = drawn));
  }, [prints, id]);
  useEffect(() => {
    if (badge.value) print();
  }, [badge.value]);
  return <div class="to-print">{badge.value}</div>;
}

/** The code that draws badges is loaded by kiosks that print, and by no other. */
async function draw(kiosk: Kiosk, checkin_id: string): Promise<ComponentChild> {
  const [badge, { Badge }] = await Promise.all([kiosk.badge(checkin_id), import('../../shared/badge.tsx')]);
  return badge && <Badge badge={badge} />;
}
