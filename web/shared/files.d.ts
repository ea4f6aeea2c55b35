/** What esbuild takes besides programs. */
declare module '*.css';
declare module '*.wasm' {
  /** Its address beside the script that imports it. */
  const address: string;
  export default address;
}
