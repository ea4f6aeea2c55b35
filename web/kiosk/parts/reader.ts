/** Reads QR codes in browsers that cannot. Its WebAssembly comes from this gateway. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';

export function openReader(): BarcodeDetector {
  prepareZXingModule({ overrides: { locateFile: () => new URL(wasm, import.meta.url).href } });
  return new BarcodeDetector({ formats: ['qr_code'] });
}
