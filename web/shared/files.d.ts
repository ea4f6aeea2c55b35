/** Types of the files that esbuild bundles besides programs, and of a part of a package that has none of its own. */
declare module '*.css';
declare module '*.wasm' {
  /** Its address beside the script that imports it. */
  const address: string;
  export default address;
}
/** Makes codes, and draws none. */
declare module 'qrcode/lib/core/qrcode.js' {
  export { create } from 'qrcode';
}
