/** Reads the code in a picture, as the camera of a kiosk does. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

const program = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** @param source The picture as a data URL. */
export async function scanned(source: string): Promise<string[]> {
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(program)).buffer } });
  const picture = Buffer.from(source.replace(/^data:image\/png;base64,/, ''), 'base64');
  const codes = await readBarcodes(picture, { formats: ['QRCode'] });
  return codes.map(({ text }) => text);
}
