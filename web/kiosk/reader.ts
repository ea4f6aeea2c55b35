/** Reads QR codes where the browser cannot. Its WebAssembly comes from here, never from elsewhere. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';

export function openReader(): BarcodeDetector {
  prepareZXingModule({ overrides: { locateFile: () => new URL(wasm, import.meta.url).href } });
  return new BarcodeDetector({ formats: ['qr_code'] });
}
